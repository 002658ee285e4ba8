/**
 * Which file may import which, for `npm run check`. Imports point inwards only: `app`, `features`, `platform`, `core`
 * in the service, and as listed in the pages. Any import that `allowed` does not list is an error.
 * `test/conventions/imports.test.ts` tests these rules.
 */

/** The folders of `platform/`, bottom to top: each may import those before it, and `core/`. */
const platform = [
  'config',
  'telemetry',
  'workers',
  'outbound',
  'pages',
  'mail',
  'push',
  'storage',
  'files',
  'database',
  'jobs',
  'counters',
  'keys',
  'backup',
  'context',
  'validation',
  'http',
  'idempotency',
  'cache',
  'authentication',
  'limits',
  'openapi',
  'monitoring',
  'maintenance',
  'processes',
];

/** The features, bottom to top: each may import those before it. */
const features = [
  'jobs',
  'integrity',
  'mail',
  'merchant',
  'auth',
  'staff',
  'api-keys',
  'approvals',
  'inventory',
  'catalogue',
  'customers',
  'sales-rollups',
  'journal',
  'registers',
  'items',
  'sales',
  'accounting',
  'reports',
  'exports',
  'dashboard',
  'events',
  'audit',
  'push',
  'webhooks',
  'privacy',
  'sync',
  'demo',
];

/** How the path of a feature's file ends, by its role. Every other file is an operation. */
const roles = {
  rules: '.*\\brules\\.ts$',
  queries: '.*\\bqueries\\.ts$',
  // Schemas may be in two files: those of requests and those of responses.
  schemas: '.*\\b(?:schemas|requests)\\.ts$',
  routes: '.*\\broutes\\.ts$',
  events: '(?:all-)?events\\.ts$',
};

/** The imports of a feature's file: roles of the same feature, and files of `core/` and `platform/`. */
const featureImports = {
  rules: { roles: ['rules'], files: 'core/|platform/files/' },
  queries: { roles: ['queries', 'rules'], files: 'core/|platform/database/|platform/http/paging\\.ts$' },
  operation: { roles: ['queries', 'rules', 'operation'], files: 'core/|platform/(files|outbound)/' },
  schemas: { roles: ['schemas', 'rules', 'operation'], files: 'core/|platform/(files|http|validation)/' },
  routes: {
    roles: ['routes', 'schemas', 'operation', 'queries', 'rules', 'events'],
    files: 'core/|platform/(?!database/|files/)',
  },
  // The payload of an event is rendered like a response.
  events: { roles: ['schemas', 'rules'], files: 'core/|platform/(http|validation)/' },
};

/** What these files may also import, as types only. */
const featureTypes = {
  queries: { roles: ['operation'], files: 'platform/outbound/' },
  operation: { roles: [], files: 'platform/database/' },
  schemas: { roles: ['queries'], files: '(?!)' },
  routes: { roles: [], files: 'platform/database/' },
  events: { roles: ['queries', 'operation'], files: 'platform/database/' },
};

/** The outermost ring, and what its files import besides the features. */
const outer = {
  'app/app\\.ts$': 'core/|platform/|app/routes\\.ts$',
  'app/routes\\.ts$': 'platform/context/|features/.*\\broutes\\.ts$',
  'app/background\\.ts$': 'core/|platform/|app/app\\.ts$',
  'app/decorations\\.ts$': 'core/|platform/',
  'app/serve\\.ts$': 'core/|platform/|app/(app|background)\\.ts$',
  'app/main\\.ts$': 'core/|platform/config/|app/serve\\.ts$',
  'app/start\\.js$': 'app/main\\.ts$',
  'commands/': 'commands/|core/|platform/',
};

/** Packages that only some files of the service may import. */
const packages = {
  'age-encryption': 'platform/backup/',
  pg: 'commands/|platform/(backup|database)/',
  '@redis': 'platform/counters/redis-counters\\.ts$',
  '@opentelemetry': 'platform/telemetry/',
  'pg-boss': 'platform/jobs/',
  '@aws-sdk': 'platform/storage/',
  'web-push': 'platform/push/',
  nodemailer: 'platform/mail/',
  'fast-jwt': 'platform/push/',
  piscina: 'platform/workers/',
  kysely: 'platform/database/|platform/http/(cursor|paging)\\.ts$|.*queries\\.ts$',
  pdfkit: 'platform/files/(table-)?pdf-task\\.ts$',
  '@point-of-sale': 'platform/files/encode-escpos\\.ts$',
  otpauth: 'features/auth/second-factor/',
  '@simplewebauthn': 'features/auth/second-factor/',
  fastify:
    'platform/(cache|context|counters|http|idempotency|authentication|limits|openapi|monitoring|validation)/|app/(app|decorations)\\.ts$|.*routes\\.ts$',
  typebox: 'platform/(http|monitoring|openapi|validation)/|.*(schemas|requests|routes)\\.ts$',
};

/** The folders of the pages, bottom to top: each may import those before it. */
const pages = ['lib/', 'language/', 'session/', 'design/', 'features/', 'app/'];

const typeOnly = { dependencyTypes: ['type-only'] };
const upTo = (list, last) => list.slice(0, list.indexOf(last) + 1).join('|');
const before = (list, next) => list.slice(0, list.indexOf(next)).join('|');

/** The files of a role in the features that the pattern matches. */
const filesOf = (feature, role) => {
  const folder = `^server/src/features/${feature}/`;
  return role === 'operation'
    ? { path: folder, pathNot: Object.values(roles).map((end) => `^server/src/features/[^/]+/${end}`) }
    : { path: folder + roles[role] };
};

/** What features export to other files. Of `queries.ts` only reads: `biome.json` checks their names. */
const exportsOf = (feature) => ({
  path: `^server/src/features/(?:${feature})/`,
  pathNot: ['.*\\b(?:schemas|requests|routes)\\.ts$', 'events\\.ts$'].map((end) => `^server/src/features/[^/]+/${end}`),
});

const allEvents = { path: '^server/src/features/events/all-events\\.ts$' };
const anyFeature = `(${features.join('|')})`;

/** The imports that a table allows: of the same feature by role, and of `core/` and `platform/`. */
const allowedBy = (table, kind = {}) =>
  Object.entries(table).flatMap(([role, allowed]) => [
    ...allowed.roles.map((other) => ({ from: filesOf(anyFeature, role), to: { ...filesOf('$1', other), ...kind } })),
    { from: filesOf(anyFeature, role), to: { path: `^server/src/(${allowed.files})`, ...kind } },
  ]);

/** What a feature's files may import from the features before it. */
const allowedAcross = (feature) => {
  const below = before(features, feature);
  if (below === '') return [];
  return [
    { from: filesOf(feature, 'operation'), to: exportsOf(below) },
    {
      from: { path: `^server/src/features/${feature}/`, pathNot: roles.rules },
      to: { ...exportsOf(below), ...typeOnly },
    },
    { from: filesOf(feature, 'events'), to: filesOf(`(?:${below})`, 'events') },
  ];
};

/** @type {import('dependency-cruiser').IConfiguration} */
const configuration = {
  allowedSeverity: 'error',
  allowed: [
    // Packages and Node's own modules: see `forbidden`.
    { from: {}, to: { pathNot: '^(bench|client|core|demo|proof|server|test|web)/' } },
    { from: { path: '^(client|core)/' }, to: { path: '^$1/' } },
    { from: { path: '^(server|web)/' }, to: { path: '^core/' } },
    { from: { path: '^web/' }, to: { path: '^client/' } },
    ...pages.map((part) => ({ from: { path: `^web/src/(${part})` }, to: { path: `^web/src/(${upTo(pages, part)})` } })),
    // The service worker is a program of its own.
    { from: { path: '^web/src/push/' }, to: { path: '^web/src/push/' } },

    { from: { path: '^server/src/core/' }, to: { path: '^server/src/core/' } },
    ...platform.map((folder) => ({
      from: { path: `^server/src/platform/${folder}/` },
      to: { path: `^server/src/(core|platform/(${upTo(platform, folder)}))/` },
    })),
    ...Object.entries(outer).map(([file, files]) => ({
      from: { path: `^server/src/${file}` },
      to: { path: `^server/src/(${files})` },
    })),
    { from: { path: '^server/src/(app/(app|background|serve)\\.ts$|commands/)' }, to: exportsOf('[^/]+') },

    ...allowedBy(featureImports),
    ...allowedBy(featureTypes, typeOnly),
    { from: filesOf('events', 'operation'), to: allEvents },
    ...features.flatMap(allowedAcross),
  ],
  forbidden: Object.entries(packages).map(([name, files]) => ({
    name: `package-${name}`,
    severity: 'error',
    from: { path: '^server/', pathNot: `^server/src/(${files})` },
    to: { path: `(^|node_modules/)${name}(/|$)` },
  })),
  options: {
    exclude: { path: '\\.test\\.tsx?$' },
    doNotFollow: { path: 'node_modules' },
    parser: 'tsc',
    // Also imports of types.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['tillhouse-source', 'import', 'default'] },
  },
};

// biome-ignore lint/style/noDefaultExport: dependency-cruiser loads the default export.
export default configuration;
