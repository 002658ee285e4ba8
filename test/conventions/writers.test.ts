import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { readSources, type Source } from './sources.ts';

/** Each table has one room that writes it, in its queries. */
const homeOf: Record<string, string> = {
  api_keys: 'features/api-keys',
  branches: 'features/merchant',
  categories: 'features/catalogue',
  customers: 'features/customers',
  demo_loads: 'features/demo',
  devices: 'features/auth',
  event_heads: 'features/events',
  events: 'features/events',
  idempotency_keys: 'platform/idempotency',
  exports: 'features/exports',
  imports: 'features/items',
  invitations: 'features/staff',
  mails: 'features/mail',
  password_resets: 'features/auth',
  member_branches: 'features/merchant',
  memberships: 'features/merchant',
  merchants: 'features/merchant',
  points_entries: 'features/customers',
  pictures: 'features/catalogue',
  products: 'features/catalogue',
  push_cursors: 'features/push',
  push_merchants: 'features/push',
  push_messages: 'features/push',
  audit_entries: 'features/audit',
  checks: 'features/integrity',
  broken_invariants: 'features/integrity',
  closed_days: 'features/reports',
  push_rules: 'features/push',
  rate_windows: 'platform/counters',
  refund_lines: 'features/sales',
  refunds: 'features/sales',
  sale_lines: 'features/sales',
  sale_payments: 'features/sales',
  sales: 'features/sales',
  schema_migrations: 'platform/database/migration/migrate.ts',
  service_secrets: 'platform/keys',
  sessions: 'features/auth',
  session_tokens: 'features/auth',
  joined_merchants: 'features/auth',
  known_devices: 'features/auth',
  passkeys: 'features/second-factor',
  passkey_challenges: 'features/second-factor',
  totp_factors: 'features/second-factor',
  recovery_codes: 'features/second-factor',
  sign_in_delays: 'platform/limits',
  stock_levels: 'features/inventory',
  stock_movements: 'features/inventory',
  sales_rollups: 'features/sales-rollups',
  sales_rollups_by_method: 'features/sales-rollups',
  sales_rollups_by_product: 'features/sales-rollups',
  sales_rollup_months: 'features/sales-rollups',
  sales_rollup_months_by_product: 'features/sales-rollups',
  users: 'features/auth',
  warehouses: 'features/merchant',
  webhook_deliveries: 'features/webhooks',
  webhook_endpoints: 'features/webhooks',
  webhook_merchants: 'features/webhooks',
};

const inSql =
  /\b(?:insert\s+into|merge\s+into|delete\s+from|truncate(?:\s+table)?|copy|update(?:\s+only)?)\s+(?:public\.)?("?\w+"?|\$\{)/gi;
const inKysely = /\.(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(\s*(['"`]\w+|\w)/g;

function faultsIn({ path, text }: Source): string[] {
  // What restores a whole database writes every table.
  if (path.startsWith('platform/backup/')) return [];
  const faults: string[] = [];
  const written = [...text.matchAll(inSql), ...text.matchAll(inKysely)].map(([, name = '']) =>
    name.replace(/['"`]/g, ''),
  );
  for (const table of written) {
    const home = homeOf[table];
    // A name that is put together where it is used could be any table's.
    if (table === '${' || /^\w$/.test(table)) faults.push(`${path} writes a table that it does not name`);
    else if (home === undefined) continue;
    else if (home !== path && !(path.startsWith(`${home}/`) && /(^|[/-])queries\.ts$/.test(path)))
      faults.push(`${path} writes ${table}`);
  }
  return faults;
}

test('only the owner of a table writes to it', async () => {
  assert.deepEqual((await readSources()).flatMap(faultsIn), []);
});

test('every table has one owner', async () => {
  const tables = await readFile(new URL('../../server/src/platform/database/tables.ts', import.meta.url), 'utf8');
  const names = [...tables.matchAll(/^ {2}(\w+): \{$/gm)].map(([, name]) => name);
  assert.deepEqual(Object.keys(homeOf).sort(), names.sort());
});

test('what the net must catch', () => {
  const planted: [string, string][] = [
    ['features/sales/queries.ts', 'insert into stock_levels (id) values (1)'],
    ['features/sales/queries.ts', 'INSERT\n  INTO public.stock_levels (id) values (1)'],
    ['features/sales/queries.ts', 'update customers c set points = 0'],
    ['features/sales/queries.ts', 'delete from sales_rollups where true'],
    ['features/sales/queries.ts', `build.insertInto('products').values({})`],
    ['features/sales/queries.ts', `build\n  .updateTable('products')`],
    ['features/sales/queries.ts', `build.deleteFrom(table)`],
    ['features/sales/queries.ts', `update \${sql.table(name)} set x = 1`],
    ['features/sales/record-sale.ts', 'insert into sales (id) values (1)'],
    ['platform/idempotency/idempotency.ts', 'delete from idempotency_keys'],
  ];
  for (const [path, text] of planted) assert.equal(faultsIn({ path, text }).length, 1, `${path}: ${text}`);
  const right: [string, string][] = [
    ['features/sales/refund-queries.ts', 'insert into refunds (id) values (1)'],
    ['features/sales/queries.ts', 'select id from customers for no key update'],
    [
      'features/sales-rollups/queries.ts',
      'insert into sales_rollups as t (id) values (1) on conflict (id) do update set id = 1',
    ],
    ['platform/counters/queries.ts', 'delete from rate_windows'],
  ];
  for (const [path, text] of right) assert.deepEqual(faultsIn({ path, text }), [], `${path}: ${text}`);
});
