import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { readSources, type Source } from './sources.ts';

/** The folder or file whose queries write each table. */
const writerOf: Record<string, string> = {
  api_keys: 'features/api-keys',
  accounting_settings: 'features/accounting',
  approvals: 'features/approvals',
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
  import_changes: 'features/items',
  invitations: 'features/staff',
  mails: 'features/mail',
  password_resets: 'features/auth',
  member_pins: 'features/auth',
  pin_failures: 'features/auth',
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
  weekly_mails: 'features/reports',
  rate_windows: 'platform/counters',
  registers: 'features/registers',
  shifts: 'features/registers',
  shift_counts: 'features/registers',
  cash_movements: 'features/registers',
  cash_movement_voids: 'features/registers',
  closures: 'features/registers',
  closure_corrections: 'features/registers',
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
  journal_entries: 'features/journal',
  journal_heads: 'features/journal',
  journal_keys: 'features/journal',
  journal_roots: 'features/journal',
  known_devices: 'features/auth',
  passkeys: 'features/auth',
  passkey_challenges: 'features/auth',
  totp_factors: 'features/auth',
  recovery_codes: 'features/auth',
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
  // The restore of a backup writes every table.
  if (path.startsWith('platform/backup/')) return [];
  const faults: string[] = [];
  const written = [...text.matchAll(inSql), ...text.matchAll(inKysely)].map(([, name = '']) =>
    name.replace(/['"`]/g, ''),
  );
  for (const table of written) {
    const writer = writerOf[table];
    // A computed name could be that of any table.
    if (table === '${' || /^\w$/.test(table)) faults.push(`${path} writes a table that it does not name`);
    else if (writer === undefined) continue;
    else if (writer !== path && !(path.startsWith(`${writer}/`) && /(^|[/-])queries\.ts$/.test(path)))
      faults.push(`${path} writes ${table}`);
  }
  return faults;
}

test('only one feature writes each table', async () => {
  assert.deepEqual((await readSources()).flatMap(faultsIn), []);
});

test('every table has a writer', async () => {
  const tables = await readFile(new URL('../../server/src/platform/database/tables.ts', import.meta.url), 'utf8');
  const names = [...tables.matchAll(/^ {2}(\w+): \{$/gm)].map(([, name]) => name);
  assert.deepEqual(Object.keys(writerOf).sort(), names.sort());
});

test('notices statements of other features', () => {
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
  const permitted: [string, string][] = [
    ['features/sales/refund-queries.ts', 'insert into refunds (id) values (1)'],
    ['features/sales/queries.ts', 'select id from customers for no key update'],
    [
      'features/sales-rollups/queries.ts',
      'insert into sales_rollups as t (id) values (1) on conflict (id) do update set id = 1',
    ],
    ['platform/counters/queries.ts', 'delete from rate_windows'],
  ];
  for (const [path, text] of permitted) assert.deepEqual(faultsIn({ path, text }), [], `${path}: ${text}`);
});
