import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { test } from 'node:test';
import { readSources, type Source } from './sources.ts';

/** The features, bottom to top: each may import those before it. */
const features = [
  'jobs',
  'doctor',
  'mail',
  'merchant',
  'second-factor',
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

/** What the edge may import: the files beside `app.ts`, and the commands. */
const edge: Record<string, RegExp> = {
  app: /^(core|platform)\/|^features\/[\w-]+\/(lookup|(\w[\w-]*-)?routes)\.ts$/,
  background: /^(core|platform)\/|^(app|log)\.ts$|^features\/[\w-]+\/lookup\.ts$/,
  decorations: /^(core|platform)\//,
  serve: /^(core|platform)\/|^(app|background|log)\.ts$|^features\/(audit|auth)\/lookup\.ts$/,
  commands: /^(commands|core|platform)\/|^log\.ts$|^features\/[\w-]+\/lookup\.ts$/,
  log: /^core\//,
  main: /^core\/|^platform\/config\/|^serve\.ts$/,
};

/** What a file of a feature may import from `core/` and `platform/`: its values, and for the second pattern its types only. */
const outside: Record<Role, { values: RegExp; types: RegExp }> = {
  rules: { values: /^(core|platform\/files)\//, types: /^(core|platform\/files)\// },
  queries: { values: /^(core|platform\/database)\/|^platform\/http\/paging\.ts$/, types: /^(core|platform\/(database|outbound))\// },
  lookup: { values: /^core\//, types: /^(core|platform\/database)\// },
  operation: { values: /^(core|platform\/(files|outbound))\//, types: /^(core|platform\/(database|files|outbound))\// },
  schemas: { values: /^(core|platform\/(files|http|validation))\//, types: /^(core|platform\/(files|http|validation))\// },
  routes: { values: /^(core|platform\/(?!database|files))/, types: /^(core|platform\/(?!files))/ },
  events: { values: /^(core|platform\/(http|validation))\//, types: /^(core|platform\/(database|http|validation))\// },
};

/** What a file of a feature may import from its own feature: values, and types. */
const inside: Record<Role, { values: readonly Role[]; types: readonly Role[] }> = {
  rules: { values: ['rules'], types: ['rules'] },
  queries: { values: ['queries', 'rules'], types: ['queries', 'rules', 'operation'] },
  lookup: { values: ['queries', 'rules', 'operation', 'events'], types: ['queries', 'rules', 'operation', 'events'] },
  operation: { values: ['queries', 'rules', 'operation', 'lookup'], types: ['queries', 'rules', 'operation', 'lookup'] },
  schemas: { values: ['schemas', 'rules', 'operation'], types: ['schemas', 'rules', 'operation', 'queries'] },
  routes: {
    values: ['routes', 'schemas', 'operation', 'queries', 'rules', 'lookup', 'events'],
    types: ['routes', 'schemas', 'operation', 'queries', 'rules', 'lookup'],
  },
  // What an operation tells is rendered as the interface shows it.
  events: { values: ['schemas', 'rules'], types: ['schemas', 'rules', 'queries', 'operation'] },
};

/** Packages that have one home. */
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
  kysely: /^platform\/database\/|^platform\/http\/paging\.ts$|queries\.ts$/,
  pdfkit: /^platform\/files\/pdf-task\.ts$/,
  '@point-of-sale': /^features\/sales\/receipt-escpos\.ts$/,
  otpauth: /^features\/second-factor\//,
  '@simplewebauthn': /^features\/second-factor\//,
  fastify:
    /^(platform\/(cache|context|counters|http|idempotency|authentication|limits|openapi|monitoring|validation)\/|(app|decorations)\.ts$)|routes\.ts$/,
  typebox: /^platform\/(http|monitoring|openapi|validation)\/|(schemas|requests|routes)\.ts$/,
};

type Role = 'events' | 'rules' | 'queries' | 'lookup' | 'schemas' | 'routes' | 'operation';

interface Import {
  path: string;
  typeOnly: boolean;
}

function importsOf({ text }: Source): Import[] {
  const found = text.matchAll(/^\s*(?:import|export)\s+(type\s)?[^;'"`]*?from\s+'([^']+)'|\bimport\(\s*'([^']+)'|^import\s+'([^']+)'/gm);
  return [...found].map(([, type, named, dynamic, bare]) => ({ path: named ?? dynamic ?? bare ?? '', typeOnly: type !== undefined }));
}

function placeOf(path: string): { feature: string; role: Role } | undefined {
  const [, feature, file] = /^features\/([^/]+)\/(.+)\.ts$/.exec(path) ?? [];
  if (feature === undefined || file === undefined) return undefined;
  if (file === 'lookup') return { feature, role: 'lookup' };
  if (file === 'events' || file === 'all-events') return { feature, role: 'events' };
  const role = /(?:^|-)(rules|queries|schemas|requests|routes)$/.exec(file)?.[1];
  // What crosses the wire may stand in two files: what comes in, and what goes out.
  return { feature, role: role === undefined ? 'operation' : role === 'requests' ? 'schemas' : (role as Role) };
}

function isAllowed(from: string, { path, typeOnly }: Import): boolean {
  const here = placeOf(from);
  const there = placeOf(path);
  if (here === undefined) return isAllowedBelow(from, path);
  if (!features.includes(here.feature)) return false;
  const kind = typeOnly ? 'types' : 'values';
  if (there === undefined) return outside[here.role][kind].test(path);
  if (there.feature === here.feature) return inside[here.role][kind].includes(there.role);
  const isBelow = features.includes(there.feature) && features.indexOf(there.feature) < features.indexOf(here.feature);
  // One file knows all types of event.
  if (here.role === 'events' && there.role === 'events') return isBelow;
  const isOffered = there.role === 'lookup' || there.role === 'operation';
  return isBelow && isOffered && (typeOnly ? here.role !== 'rules' : here.role === 'operation' || here.role === 'lookup');
}

/** For a file that belongs to no feature. */
function isAllowedBelow(from: string, path: string): boolean {
  const [ring = '', folder = ''] = from.replace(/\.ts$/, '').split('/');
  const [ringThere, folderThere = ''] = path.split('/');
  if (ring === 'core') return ringThere === 'core';
  if (ring !== 'platform') return edge[ring]?.test(path) ?? false;
  if (ringThere === 'core' || folder === folderThere) return platform.includes(folder);
  return ringThere === 'platform' && platform.includes(folderThere) && platform.indexOf(folderThere) < platform.indexOf(folder);
}

function faultsIn(source: Source): string[] {
  const faults: string[] = [];
  for (const found of importsOf(source)) {
    if (found.path.startsWith('.')) {
      const path = posix.join(posix.dirname(source.path), found.path);
      if (!isAllowed(source.path, { ...found, path })) faults.push(`${source.path} must not import ${path}`);
    } else {
      const name = found.path.split('/')[0] ?? '';
      const home = packages[name];
      if (home !== undefined && !home.test(source.path)) faults.push(`${source.path} must not import ${name}`);
    }
  }
  return faults;
}

test('imports point downwards only', async () => {
  const sources = await readSources();
  assert.ok(sources.length > 50, 'the sources were found');
  assert.deepEqual(sources.flatMap(faultsIn), []);
});

test('what the net must catch', () => {
  const planted: [string, string][] = [
    ['core/ids.ts', `import { build } from '../platform/database/statement.ts';`],
    ['platform/database/pool/pool.ts', `import type { App } from '../../context/app.ts';`],
    ['platform/files/write-file.ts', `import type { Handle } from '../database/handle.ts';`],
    ['platform/http/errors.ts', `import { findSession } from '../../features/auth/lookup.ts';`],
    ['features/inventory/move-stock.ts', `import { recordSale } from '../sales/record-sale.ts';`],
    ['features/inventory/move-stock.ts', `import { getProduct } from '../catalogue/get-product.ts';`],
    ['features/sales/record-sale.ts', `import { lockLevels } from '../inventory/queries.ts';`],
    ['features/sales/record-sale.ts', `import {\n  type Level,\n  keyOf,\n} from '../inventory/rules.ts';`],
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

test('what the net must let through', () => {
  const right: [string, string][] = [
    [
      'features/sales/record-sale.ts',
      `import { postMoves } from '../inventory/move-stock.ts';\nimport type { Transaction } from '../../platform/database/handle.ts';`,
    ],
    [
      'features/sales/queries.ts',
      `import { sql } from 'kysely';\nimport type { Sale } from './record-sale.ts';\nimport { listPage } from '../../platform/http/paging.ts';`,
    ],
    ['features/sales/routes.ts', `import { sale } from './schemas.ts';\nimport { data } from '../../platform/http/envelope.ts';`],
    ['app.ts', `import { placeRoutes } from './features/merchant/place-routes.ts';`],
  ];
  for (const [path, text] of right) assert.deepEqual(faultsIn({ path, text }), []);
});
