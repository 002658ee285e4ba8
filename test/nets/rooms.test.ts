import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { test } from 'node:test';
import { readSources, type Source } from './sources.ts';

/** Bottom to top: a room uses those before it, and none after. */
const rooms = [
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

/** What may be imported from outside of the rooms. */
const layers: Record<string, RegExp> = {
  kernel: /^kernel\//,
  config: /^kernel\/|^(environment|limits-config|people-config|sign-in-config|storage-config|workers-config)\.ts$/,
  'limits-config': /^environment\.ts$/,
  'sign-in-config': /^environment\.ts$/,
  'storage-config': /^environment\.ts$/,
  'workers-config': /^environment\.ts$/,
  environment: /^$^/,
  db: /^(db|kernel)\/|^config\.ts$/,
  storage: /^(storage|kernel)\/|^config\.ts$/,
  outside: /^(outside|kernel)\//,
  pages: /^pages\//,
  mail: /^(mail|kernel)\/|^people-config\.ts$/,
  'people-config': /^environment\.ts$/,
  push: /^(push|outside|kernel)\/|^config\.ts$/,
  jobs: /^(jobs|kernel)\/|^db\/(connection|handle|statement)\.ts$/,
  files: /^(files|workers|kernel)\//,
  workers: /^(workers|kernel)\//,
  telemetry: /^(telemetry|kernel)\/|^config\.ts$/,
  http: /^(http|db|kernel|telemetry)\/|^(config|jobs\/(job|job-queue)|mail\/mailer|pages\/pages|push\/push|storage\/storage)\.ts$/,
  limits: /^(limits|http|kernel)\/|^limits-config\.ts$/,
  app: /^(http|kernel|limits)\/|^features\/[\w-]+\/(lookup|(\w[\w-]*-)?routes)\.ts$/,
  background: /^(db|http|jobs|kernel)\/|^(app|config|log)\.ts$|^features\/[\w-]+\/lookup\.ts$/,
  processes: /^(processes|db|http|kernel)\//,
  serve:
    /^(db|http|jobs|kernel|mail|outside|pages|processes|push|storage|telemetry|workers)\/|^(app|background|config|log)\.ts$|^features\/(audit|auth)\/lookup\.ts$/,
  backup: /^(backup|db|kernel)\//,
  commands: /^(backup|commands|db|kernel)\/|^(config|log)\.ts$|^features\/[\w-]+\/lookup\.ts$/,
  log: /^kernel\//,
  main: /^kernel\/|^(config|serve)\.ts$/,
};

/** What a file of a room may import from outside of the rooms: its values, and for the second pattern its types only. */
const outside: Record<Role, { values: RegExp; types: RegExp }> = {
  rules: { values: /^(files|kernel)\//, types: /^(files|kernel)\// },
  queries: { values: /^(db|kernel)\/|^http\/paging\.ts$/, types: /^(db|kernel|outside)\// },
  lookup: { values: /^kernel\//, types: /^(db|kernel)\// },
  operation: { values: /^(files|kernel|outside)\//, types: /^(db|files|kernel|outside)\// },
  schemas: { values: /^(http|files|kernel)\//, types: /^(http|files|kernel)\// },
  routes: { values: /^(http|kernel|outside)\//, types: /^(http|db|kernel)\// },
  events: { values: /^(http|kernel)\//, types: /^(http|db|kernel)\// },
};

/** What a file of a room may import from its own room: values, and types. */
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
  'age-encryption': /^backup\//,
  pg: /^(backup|commands|db)\//,
  '@redis': /^http\/redis-counters\.ts$/,
  '@opentelemetry': /^telemetry\//,
  'pg-boss': /^jobs\//,
  '@aws-sdk/client-s3': /^storage\//,
  'web-push': /^push\//,
  nodemailer: /^mail\//,
  'fast-jwt': /^push\//,
  piscina: /^workers\//,
  '@aws-sdk/lib-storage': /^storage\//,
  kysely: /^db\/|^http\/(paging|queries)\.ts$|queries\.ts$/,
  pdfkit: /^files\/pdf-task\.ts$/,
  '@point-of-sale': /^features\/sales\/receipt-escpos\.ts$/,
  otpauth: /^features\/second-factor\//,
  '@simplewebauthn': /^features\/second-factor\//,
  fastify: /^(http\/|app\.ts$)|routes\.ts$/,
  typebox: /^http\/|(schemas|requests|routes)\.ts$/,
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

function placeOf(path: string): { room: string; role: Role } | undefined {
  const [, room, file] = /^features\/([^/]+)\/(.+)\.ts$/.exec(path) ?? [];
  if (room === undefined || file === undefined) return undefined;
  if (file === 'lookup') return { room, role: 'lookup' };
  if (file === 'events' || file === 'all-events') return { room, role: 'events' };
  const role = /(?:^|-)(rules|queries|schemas|requests|routes)$/.exec(file)?.[1];
  // What crosses the wire may stand in two files: what comes in, and what goes out.
  return { room, role: role === undefined ? 'operation' : role === 'requests' ? 'schemas' : (role as Role) };
}

function isAllowed(from: string, { path, typeOnly }: Import): boolean {
  const here = placeOf(from);
  const there = placeOf(path);
  if (here === undefined) return layers[from.replace(/\.ts$/, '').split('/')[0] ?? '']?.test(path) ?? false;
  if (!rooms.includes(here.room)) return false;
  const kind = typeOnly ? 'types' : 'values';
  if (there === undefined) return outside[here.role][kind].test(path);
  if (there.room === here.room) return inside[here.role][kind].includes(there.role);
  const isBelow = rooms.includes(there.room) && rooms.indexOf(there.room) < rooms.indexOf(here.room);
  // One file knows all types of event.
  if (here.role === 'events' && there.role === 'events') return isBelow;
  const isOffered = there.role === 'lookup' || there.role === 'operation';
  return isBelow && isOffered && (typeOnly ? here.role !== 'rules' : here.role === 'operation' || here.role === 'lookup');
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
    ['kernel/ids.ts', `import { build } from '../db/statement.ts';`],
    ['db/pool.ts', `import type { App } from '../http/app.ts';`],
    ['files/write-file.ts', `import type { Handle } from '../db/handle.ts';`],
    ['http/errors.ts', `import { findSession } from '../features/auth/lookup.ts';`],
    ['features/inventory/move-stock.ts', `import { recordSale } from '../sales/record-sale.ts';`],
    ['features/inventory/move-stock.ts', `import { getProduct } from '../catalogue/get-product.ts';`],
    ['features/sales/record-sale.ts', `import { lockLevels } from '../inventory/queries.ts';`],
    ['features/sales/record-sale.ts', `import {\n  type Level,\n  keyOf,\n} from '../inventory/rules.ts';`],
    ['features/sales/record-sale.ts', `import { sale } from './schemas.ts';`],
    ['features/sales/record-sale.ts', `import { act } from '../../http/idempotency.ts';`],
    ['features/sales/record-sale.ts', `import { build } from '../../db/statement.ts';`],
    ['features/sales/record-sale.ts', `import { sql } from 'kysely';`],
    ['features/sales/record-sale.ts', `const late = await import('./routes.ts');`],
    ['features/sales/rules.ts', `import type { Handle } from '../../db/handle.ts';`],
    ['features/sales/rules.ts', `import type { RollupChange } from '../sales-rollups/post-rollups.ts';`],
    ['features/sales/pricing-rules.ts', `import { insertSale } from './queries.ts';`],
    ['features/sales/routes.ts', `import { reportSales } from '../reports/report-sales.ts';`],
    ['features/sales/routes.ts', `import { moveStock } from '../inventory/move-stock.ts';`],
    ['features/sales/schemas.ts', `export { product } from '../catalogue/schemas.ts';`],
    ['features/sales/queries.ts', `import { data } from '../../http/envelope.ts';`],
    ['features/sales/refund-queries.ts', `import pg from 'pg';`],
    ['features/sales/record-sale.ts', `import type { FastifyRequest } from 'fastify';`],
    ['features/sales/rules.ts', `import { Type } from 'typebox';`],
    ['features/attic/rules.ts', `import { newId } from '../../kernel/ids.ts';`],
    ['main.ts', `import { recordSale } from './features/sales/record-sale.ts';`],
  ];
  for (const [path, text] of planted) assert.equal(faultsIn({ path, text }).length, 1, `${path}: ${text}`);
});

test('what the net must let through', () => {
  const right: [string, string][] = [
    [
      'features/sales/record-sale.ts',
      `import { postMoves } from '../inventory/move-stock.ts';\nimport type { Transaction } from '../../db/handle.ts';`,
    ],
    [
      'features/sales/queries.ts',
      `import { sql } from 'kysely';\nimport type { Sale } from './record-sale.ts';\nimport { listPage } from '../../http/paging.ts';`,
    ],
    ['features/sales/routes.ts', `import { sale } from './schemas.ts';\nimport { data } from '../../http/envelope.ts';`],
    ['app.ts', `import { placeRoutes } from './features/merchant/place-routes.ts';`],
  ];
  for (const [path, text] of right) assert.deepEqual(faultsIn({ path, text }), []);
});
