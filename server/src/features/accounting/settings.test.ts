import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aShop, aStaffMember } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const app = await createTestApp();
const shop = await aShop(app);
const { owner } = shop;
const path = '/accounting/accounts';
const nothing = { methods: [], revenue: [], tax: [], paid_in: null, paid_out: null, over_short: null, rounding: null };

const settings = async (reader = owner) => {
  const { updated_at: _, ...rest } = (await reader.get(path)).body.data;
  return rest;
};
const fieldsOf = ({ body }: { body: { error: { details: { field: string }[] } } }) =>
  body.error.details.map(({ field }) => field);

test('shows no accounts before any are set', async () => {
  assert.deepEqual((await owner.get(path)).body.data, { ...nothing, datev: null, updated_at: null });
});

test('changes what is given, and keeps the rest', async () => {
  const category_id = (await owner.post('/categories', { name: 'Books' })).body.data.id;
  const datev = { consultant_number: 1001, client_number: 99_999, fiscal_year_month: 12, account_length: 8 };
  const first = {
    methods: [{ method: 'cash', account: '1600' }],
    revenue: [
      { rate: null, account: '8000' },
      { rate: 7, category_id, account: '8300' },
      { rate: 7, account: 'A.b-9' },
    ],
    datev,
  };
  assert.equal((await owner.put(path, first)).status, 200);
  const stored = {
    ...nothing,
    methods: first.methods,
    revenue: [
      { rate: null, category_id: null, account: '8000' },
      { rate: 7, category_id, account: '8300' },
      { rate: 7, category_id: null, account: 'A.b-9' },
    ],
    datev,
  };
  assert.deepEqual(await settings(), stored);
  const second = { tax: [{ rate: 7.0001, account: '1771' }], paid_in: '1', methods: [], datev: null };
  const changed = await owner.put(path, second);
  assert.deepEqual(await settings(), { ...stored, ...second });
  assert.equal(typeof changed.body.data.updated_at, 'string');
  assert.equal((await owner.put(path, { paid_in: null })).body.data.paid_in, null);
  await owner.delete(`/categories/${category_id}`);
  assert.equal((await owner.put(path, { revenue: stored.revenue, paid_out: '2' })).status, 200, 'a deleted category');
});

test('stores no field that it does not know', async () => {
  const extra = { unknown: 1 };
  const datev = { consultant_number: 1001, client_number: 1, fiscal_year_month: 1, account_length: 4 };
  const body = { ...extra, methods: [{ method: 'card', account: '1', ...extra }], datev: { ...datev, ...extra } };
  assert.equal((await owner.put(path, body)).status, 200);
  const { rows } = await app.admin.query('select accounts, datev from accounting_settings where merchant_id = $1', [
    shop.merchant_id,
  ]);
  assert.deepEqual([rows[0].accounts.methods, rows[0].datev], [[{ method: 'card', account: '1' }], datev]);
  assert.ok(!JSON.stringify(rows).includes('unknown'));
});

test('an unchanged setting makes no event', async () => {
  const count = async () => (await owner.get('/events?types=accounting.updated&limit=100')).body.data.length;
  await owner.put(path, { over_short: '7000' });
  const before = await count();
  assert.ok(before > 0);
  assert.equal((await owner.put(path, { over_short: '7000' })).status, 200);
  assert.equal(await count(), before);
});

test('refuses wrong settings, naming each field, and changes nothing', async () => {
  const before = await settings();
  const unknown = '00000000-0000-7000-8000-000000000000';
  const datev = { consultant_number: 1001, client_number: 1, fiscal_year_month: 1, account_length: 4 };
  const cases: [body: object, fields: string[]][] = [
    [{ paid_in: '' }, ['paid_in']],
    [{ paid_in: '1'.repeat(21) }, ['paid_in']],
    [{ paid_in: 'a:b' }, ['paid_in']],
    [{ paid_in: '8400\n' }, ['paid_in']],
    [{ methods: [{ method: 'gold', account: '1' }] }, ['methods[0].method']],
    [{ methods: [{ method: 'cash', account: '-1' }] }, ['methods[0].account']],
    [{ methods: [{ method: 'cash', account: '.' }] }, ['methods[0].account']],
    [{ methods: ['card', 'cash', 'card'].map((method) => ({ method, account: '1' })) }, ['methods[2].method']],
    [{ revenue: [{ rate: 7.00001, account: '1' }] }, ['revenue[0].rate']],
    [{ revenue: [{ rate: 100.1, account: '1' }] }, ['revenue[0].rate']],
    [{ revenue: [null, null].map((rate) => ({ rate, account: '1' })) }, ['revenue[1].rate']],
    [{ revenue: [{ rate: 7, category_id: unknown, account: '1' }] }, ['revenue[0].category_id']],
    [{ tax: [7, 19, 7].map((rate) => ({ rate, account: '1' })) }, ['tax[2].rate']],
    [
      {
        tax: [
          { rate: 7, account: '1' },
          { rate: 0.12345, account: '1' },
        ],
      },
      ['tax[1].rate'],
    ],
    [{ datev: { ...datev, consultant_number: 1_000 } }, ['datev.consultant_number']],
    [{ datev: { ...datev, consultant_number: 10_000_000 } }, ['datev.consultant_number']],
    [{ datev: { ...datev, client_number: 0 } }, ['datev.client_number']],
    [{ datev: { ...datev, client_number: 100_000 } }, ['datev.client_number']],
    [{ datev: { ...datev, fiscal_year_month: 13 } }, ['datev.fiscal_year_month']],
    [{ datev: { ...datev, account_length: 3 } }, ['datev.account_length']],
    [{ datev: { ...datev, account_length: 9 } }, ['datev.account_length']],
  ];
  for (const [body, fields] of cases) {
    const refused = await owner.put(path, { paid_out: '9999', ...body });
    assert.deepEqual([refused.status, fieldsOf(refused)], [422, fields], JSON.stringify(body));
  }
  assert.deepEqual(await settings(), before);
});

test('takes up to 500 accounts of revenue', async () => {
  const entries = Array.from({ length: 501 }, (_, index) => ({ rate: index / 10, account: 'x'.repeat(20) }));
  assert.equal((await owner.put(path, { revenue: entries.slice(1) })).status, 200);
  const refused = await owner.put(path, { revenue: entries });
  assert.deepEqual([refused.status, fieldsOf(refused)], [422, ['revenue']]);
  await owner.put(path, { revenue: [] });
});

test('all roles read the accounts, only the owner changes them, and other merchants have their own', async () => {
  const before = await settings();
  for (const role of ['manager', 'cashier'] as const) {
    const member = await aStaffMember(shop, role);
    assert.deepEqual(await settings(member), before);
    assert.equal((await member.put(path, { paid_in: '7' })).status, 403);
  }
  const other = await aShop(app);
  assert.deepEqual(await settings(other.owner), { ...nothing, datev: null });
  const category_id = (await owner.post('/categories', { name: 'Toys' })).body.data.id;
  const refused = await other.owner.put(path, { revenue: [{ rate: 7, category_id, account: '1' }] });
  assert.deepEqual(fieldsOf(refused), ['revenue[0].category_id']);
  await other.owner.put(path, { paid_in: '7' });
  assert.deepEqual(await settings(), before);
});

test('changes at the same time are both kept', async () => {
  await Promise.all([owner.put(path, { paid_in: '11' }), owner.put(path, { paid_out: '22' })]);
  const { paid_in, paid_out } = await settings();
  assert.deepEqual([paid_in, paid_out], ['11', '22']);
});
