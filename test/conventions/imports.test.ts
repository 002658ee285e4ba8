import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { test } from 'node:test';
import { readSources, type Source } from './sources.ts';

/** The features, bottom to top: each may import those before it. */
const features = [
  'jobs',
  'integrity',
  'mail',
  'merchant',
  'auth',
  'staff',
  'api-keys',
  'inventory',
  'catalogue',
  'customers',
  'sales-rollups',
  'items',
  'sales',
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

/** The imports of the outer ring: the files beside `app.ts`, and the commands. */
const edge: Record<string, RegExp> = {
  app: /^(core|platform|features)\//,
  background: /^(core|platform|features)\/|^(app|log)\.ts$/,
  decorations: /^(core|platform)\//,
  serve: /^(core|platform|features)\/|^(app|background|log)\.ts$/,
  commands: /^(commands|core|platform|features)\/|^log\.ts$/,
  log: /^core\//,
  main: /^core\/|^platform\/config\/|^serve\.ts$/,
};

/** The imports of a feature's file from `core/` and `platform/`: of values, and of types. */
const outside: Record<Role, { values: RegExp; types: RegExp }> = {
  rules: { values: /^(core|platform\/files)\//, types: /^(core|platform\/files)\// },
  queries: {
    values: /^(core|platform\/database)\/|^platform\/http\/paging\.ts$/,
    types: /^(core|platform\/(database|outbound))\//,
  },
  operation: { values: /^(core|platform\/(files|outbound))\//, types: /^(core|platform\/(database|files|outbound))\// },
  schemas: {
    values: /^(core|platform\/(files|http|validation))\//,
    types: /^(core|platform\/(files|http|validation))\//,
  },
  routes: { values: /^(core|platform\/(?!database|files))/, types: /^(core|platform\/(?!files))/ },
  events: { values: /^(core|platform\/(http|validation))\//, types: /^(core|platform\/(database|http|validation))\// },
};

/** The imports of a feature's file from its own feature: of values, and of types. */
const inside: Record<Role, { values: readonly Role[]; types: readonly Role[] }> = {
  rules: { values: ['rules'], types: ['rules'] },
  queries: { values: ['queries', 'rules'], types: ['queries', 'rules', 'operation'] },
  operation: { values: ['queries', 'rules', 'operation'], types: ['queries', 'rules', 'operation'] },
  schemas: { values: ['schemas', 'rules', 'operation'], types: ['schemas', 'rules', 'operation', 'queries'] },
  routes: {
    values: ['routes', 'schemas', 'operation', 'queries', 'rules', 'events'],
    types: ['routes', 'schemas', 'operation', 'queries', 'rules'],
  },
  // The payload of an event is rendered like a response.
  events: { values: ['schemas', 'rules'], types: ['schemas', 'rules', 'queries', 'operation'] },
};

/** Packages that only some files may import. */
const packages: Record<string, RegExp> = {
  'age-encryption': /^platform\/backup\//,
  pg: /^(commands|platform\/(backup|database))\//,
  '@redis': /^platform\/counters\/redis-counters\.ts$/,
  '@opentelemetry': /^platform\/telemetry\//,
  'pg-boss': /^platform\/jobs\//,
  '@aws-sdk': /^platform\/storage\//,
  'web-push': /^platform\/push\//,
  nodemailer: /^platform\/mail\//,
  'fast-jwt': /^platform\/push\//,
  piscina: /^platform\/workers\//,
  kysely: /^platform\/database\/|^platform\/http\/(cursor|paging)\.ts$|queries\.ts$/,
  pdfkit: /^platform\/files\/pdf-task\.ts$/,
  '@point-of-sale': /^features\/sales\/receipts\/receipt-escpos\.ts$/,
  otpauth: /^features\/auth\/second-factor\//,
  '@simplewebauthn': /^features\/auth\/second-factor\//,
  fastify:
    /^(platform\/(cache|context|counters|http|idempotency|authentication|limits|openapi|monitoring|validation)\/|(app|decorations)\.ts$)|routes\.ts$/,
  typebox: /^platform\/(http|monitoring|openapi|validation)\/|(schemas|requests|routes)\.ts$/,
};

type Role = 'events' | 'rules' | 'queries' | 'schemas' | 'routes' | 'operation';

interface Import {
  path: string;
  typeOnly: boolean;
  /** The names of the imported values. */
  values: readonly string[];
}

/** Whether other features may call this function of `queries.ts`: it changes nothing. */
const isRead = (name: string): boolean => /^(find|get|list|count)[A-Z]/.test(name);

/** The table of all event types. Only operations and the outer ring import it. */
const allEvents = 'features/events/all-events.ts';

function importsOf({ text }: Source): Import[] {
  const found = text.matchAll(
    /^\s*(?:import|export)\s+(type\s)?([^;'"`]*?)from\s+'([^']+)'|\bimport\(\s*'([^']+)'|^import\s+'([^']+)'/gm,
  );
  return [...found].map(([, type, names = '', named, dynamic, bare]) => ({
    path: named ?? dynamic ?? bare ?? '',
    typeOnly: type !== undefined || /^\{(\s*type\s+\w+( as \w+)?,?)+\s*\}\s*$/.test(names),
    values: namesIn(names),
  }));
}

/** `{ type A, b, c as d }` imports the values b and c. `* as e` imports all, which no rule allows. */
const namesIn = (names: string): string[] =>
  names
    .replace(/[{}]/g, '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))
    .map((name) => name.split(' as ')[0] ?? '');

function locationOf(path: string): { feature: string; role: Role } | undefined {
  const [, feature, file] = /^features\/([^/]+)\/(.+)\.ts$/.exec(path) ?? [];
  if (feature === undefined || file === undefined) return undefined;
  if (file === 'events' || file === 'all-events') return { feature, role: 'events' };
  const role = /(?:^|[-/])(rules|queries|schemas|requests|routes)$/.exec(file)?.[1];
  // Schemas may be in two files: those of requests and those of responses.
  return { feature, role: role === undefined ? 'operation' : role === 'requests' ? 'schemas' : (role as Role) };
}

function isAllowed(from: string, found: Import): boolean {
  const { path, typeOnly } = found;
  const here = locationOf(from);
  const there = locationOf(path);
  if (here === undefined)
    return (
      isAllowedBelow(from, path) &&
      (there === undefined || isExported(path, there.role, found) || isRoute(from, there.role))
    );
  if (!features.includes(here.feature)) return false;
  const kind = typeOnly ? 'types' : 'values';
  if (there === undefined) return outside[here.role][kind].test(path);
  if (there.feature === here.feature)
    return inside[here.role][kind].includes(there.role) || (here.role === 'operation' && path === allEvents);
  const isBelow = features.includes(there.feature) && features.indexOf(there.feature) < features.indexOf(here.feature);
  // all-events.ts imports the event types of all features.
  if (here.role === 'events' && there.role === 'events') return isBelow;
  return (
    isBelow && isExported(path, there.role, found) && (typeOnly ? here.role !== 'rules' : here.role === 'operation')
  );
}

/** Whether a feature exports the names: those of operations, reads and rules, and their types. */
function isExported(path: string, role: Role, { typeOnly, values }: Import): boolean {
  if (role === 'operation' || role === 'rules' || path === allEvents) return true;
  return role === 'queries' && (typeOnly || values.every(isRead));
}

/** Only `app.ts` adds routes. */
const isRoute = (from: string, role: Role): boolean => from === 'app.ts' && role === 'routes';

/** For a file that is in no feature. */
function isAllowedBelow(from: string, path: string): boolean {
  const [ring = '', folder = ''] = from.replace(/\.ts$/, '').split('/');
  const [ringThere, folderThere = ''] = path.split('/');
  if (ring === 'core') return ringThere === 'core';
  if (ring !== 'platform') return edge[ring]?.test(path) ?? false;
  if (ringThere === 'core' || folder === folderThere) return platform.includes(folder);
  return (
    ringThere === 'platform' &&
    platform.includes(folderThere) &&
    platform.indexOf(folderThere) < platform.indexOf(folder)
  );
}

function faultsIn(source: Source): string[] {
  const faults: string[] = [];
  for (const found of importsOf(source)) {
    if (found.path.startsWith('.')) {
      const path = posix.join(posix.dirname(source.path), found.path);
      if (!isAllowed(source.path, { ...found, path })) faults.push(`${source.path} must not import ${path}`);
    } else {
      const name = found.path.split('/')[0] ?? '';
      const allowed = packages[name];
      if (allowed !== undefined && !allowed.test(source.path)) faults.push(`${source.path} must not import ${name}`);
    }
  }
  return faults;
}

test('imports point downwards only', async () => {
  const sources = await readSources();
  assert.ok(sources.length > 50, 'sources were found');
  assert.deepEqual(sources.flatMap(faultsIn), []);
});

test('notices each kind of forbidden import', () => {
  const planted: [string, string][] = [
    ['core/ids.ts', `import { build } from '../platform/database/statement.ts';`],
    ['platform/database/pool/pool.ts', `import type { App } from '../../context/app.ts';`],
    ['platform/files/write-file.ts', `import type { Handle } from '../database/handle.ts';`],
    ['platform/http/errors.ts', `import { findSession } from '../../features/auth/session-queries.ts';`],
    ['features/inventory/move-stock.ts', `import { recordSale } from '../sales/record-sale.ts';`],
    ['features/inventory/move-stock.ts', `import { getProduct } from '../catalogue/get-product.ts';`],
    ['features/sales/record-sale.ts', `import { lockLevels } from '../inventory/queries.ts';`],
    ['features/sales/record-sale.ts', `import {\n  type Level,\n  updateLevels,\n} from '../inventory/queries.ts';`],
    ['features/sales/record-sale.ts', `import * as levels from '../inventory/queries.ts';`],
    ['features/sales/rules.ts', `import { keyOf } from '../inventory/rules.ts';`],
    ['serve.ts', `import { recordSale } from './features/sales/routes.ts';`],
    ['background.ts', `import { insertSale } from './features/sales/queries.ts';`],
    ['features/sales/record-sale.ts', `import { sale } from './schemas.ts';`],
    ['features/sales/record-sale.ts', `import { act } from '../../platform/idempotency/idempotency.ts';`],
    ['features/sales/record-sale.ts', `import { build } from '../../platform/database/statement.ts';`],
    ['features/sales/record-sale.ts', `import { sql } from 'kysely';`],
    ['features/sales/record-sale.ts', `const late = await import('./routes.ts');`],
    ['features/sales/rules.ts', `import type { Handle } from '../../platform/database/handle.ts';`],
    ['features/sales/rules.ts', `import type { RollupChange } from '../sales-rollups/post-rollups.ts';`],
    ['features/sales/pricing-rules.ts', `import { insertSale } from './queries.ts';`],
    ['features/sales/routes.ts', `import { reportSales } from '../reports/report-sales.ts';`],
    ['features/sales/routes.ts', `import { moveStock } from '../inventory/move-stock.ts';`],
    ['features/sales/schemas.ts', `export { product } from '../catalogue/schemas.ts';`],
    ['features/sales/queries.ts', `import { data } from '../../platform/http/envelope.ts';`],
    ['features/sales/refund-queries.ts', `import pg from 'pg';`],
    ['features/sales/record-sale.ts', `import type { FastifyRequest } from 'fastify';`],
    ['features/sales/rules.ts', `import { Type } from 'typebox';`],
    ['features/attic/rules.ts', `import { newId } from '../../core/ids.ts';`],
    ['main.ts', `import { recordSale } from './features/sales/record-sale.ts';`],
  ];
  for (const [path, text] of planted) assert.equal(faultsIn({ path, text }).length, 1, `${path}: ${text}`);
});

test('allows the permitted imports', () => {
  const permitted: [string, string][] = [
    [
      'features/sales/record-sale.ts',
      `import { postMoves } from '../inventory/move-stock.ts';\nimport { getMerchant, type MerchantRow } from '../merchant/queries.ts';\nimport type { Transaction } from '../../platform/database/handle.ts';`,
    ],
    [
      'features/sales/queries.ts',
      `import { sql } from 'kysely';\nimport type { Sale } from './record-sale.ts';\nimport { listPage } from '../../platform/http/paging.ts';`,
    ],
    [
      'features/sales/routes.ts',
      `import { sale } from './schemas.ts';\nimport { data } from '../../platform/http/envelope.ts';`,
    ],
    ['app.ts', `import { locationRoutes } from './features/merchant/location-routes.ts';`],
  ];
  for (const [path, text] of permitted) assert.deepEqual(faultsIn({ path, text }), []);
});
