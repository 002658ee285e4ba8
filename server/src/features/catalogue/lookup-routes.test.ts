import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sameBarcodes } from '@tillhouse/core/barcodes';
import { aProduct, aSession, aShop, aStaffMember, aWarehouse, forgetEvents } from '../../../../test/shop.ts';
import { addMember } from '../../../../test/staff.ts';
import { createTestApp, testServer } from '../../../../test/test-app.ts';
import { newId } from '../../core/ids.ts';
import type { Handle } from '../../platform/database/handle.ts';
import { serviceRole } from '../../platform/database/migration/service-role.ts';
import { compile, type Statement } from '../../platform/database/statement.ts';
import { findSellables } from './sellable-queries.ts';

const app = await createTestApp();
const shop = await aShop(app);
const { owner } = shop;
const cashier = await aStaffMember(shop, 'cashier');

const image = 'https://example.com/mug.png';
const mug = await aProduct(shop, {
  name: 'Mug',
  sku: 'Mug-1',
  barcode: '012345678905',
  price: 8.5,
  stock: 12,
  tax_rate: 7.5,
  images: [image],
});
const red = (
  await owner.post(`/products/${mug.id}/variants`, {
    name: 'Red',
    sku: 'MUG-RED',
    price: 9,
    stock: 3,
    barcode: '96385074',
  })
).body.data;
const repair = await aProduct(shop, { name: 'Repair', sku: '4006381333931', price: 20, stock: 0, track_stock: false });
const glass = await aProduct(shop, { name: 'Glass', sku: 'GLS', barcode: '4006381333931', stock: 5 });

const lookUp = async (code: string, caller = cashier, query = '') => {
  const { status, body, text } = await caller.get(`/lookup?code=${encodeURIComponent(code)}${query}`);
  assert.equal(status, 200, text);
  return body.data;
};

const namesFor = async (code: string) => (await lookUp(code)).candidates.map(({ name }: { name: string }) => name);

test('finds a product by its barcode, with all fields that a sale needs', async () => {
  assert.deepEqual(await lookUp(' 012345678905 '), {
    match: 'barcode',
    sellable: {
      ...{ id: mug.id, product_id: mug.id, name: 'Mug', sku: 'Mug-1', barcode: '012345678905' },
      ...{ price: 8.5, tax_rate: 7.5, track_stock: true, available: 12, image },
    },
    candidates: [],
  });
});

test('finds a variant, with its product’s name, picture and tax rate', async () => {
  const { match, sellable } = await lookUp('96385074');
  assert.equal(match, 'barcode');
  assert.deepEqual(
    [
      sellable.id,
      sellable.product_id,
      sellable.name,
      sellable.price,
      sellable.tax_rate,
      sellable.available,
      sellable.image,
    ],
    [red.id, mug.id, 'Mug - Red', 9, 7.5, 3, image],
  );
});

test('finds a retail barcode with any number of leading zeros', async () => {
  for (const code of ['0012345678905', '00012345678905']) assert.equal((await lookUp(code)).sellable.id, mug.id, code);
  for (const code of ['000096385074', '00000096385074']) assert.equal((await lookUp(code)).sellable.id, red.id, code);
  for (const code of ['12345678905', '0000096385074x']) assert.equal((await lookUp(code)).match, 'none', code);
});

test('prefers an exact barcode', async () => {
  const longer = await aProduct(shop, { barcode: '5012345678900' });
  // From before equal barcodes were refused.
  await app.admin.query('update products set barcode = $1 where merchant_id = $2 and id = $3', [
    '0012345678905',
    shop.merchant_id,
    longer.id,
  ]);
  assert.equal((await lookUp('0012345678905')).sellable.id, longer.id);
  assert.equal((await lookUp('012345678905')).sellable.id, mug.id);
  assert.equal((await owner.delete(`/products/${longer.id}`)).status, 200);
});

test('prefers a barcode to a SKU, and a SKU in its exact case', async () => {
  assert.deepEqual(await lookUp('4006381333931').then(({ match, sellable }) => [match, sellable.id]), [
    'barcode',
    glass.id,
  ]);
  const padded = await aProduct(shop, { sku: '0012345678905' });
  assert.deepEqual(await lookUp('0012345678905').then(({ match, sellable }) => [match, sellable.id]), [
    'barcode',
    mug.id,
  ]);
  assert.equal((await owner.delete(`/products/${padded.id}`)).status, 200);
  const small = await aProduct(shop, { sku: 'mug-red', name: 'Imported' });
  for (const [code, id] of [
    ['MUG-RED', red.id],
    ['mug-red', small.id],
    ['gls', glass.id],
  ])
    assert.deepEqual(await lookUp(code).then(({ match, sellable }) => [match, sellable.id]), ['sku', id], code);
  assert.equal((await lookUp('mug-1')).match, 'none', 'Mug-1 is neither all upper case nor all lower case');
});

test('returns null for untracked stock, and for a product without its own tax rate', async () => {
  await owner.put(`/products/${glass.id}`, { barcode: null });
  const { sellable } = await lookUp('4006381333931');
  assert.deepEqual(
    [sellable.id, sellable.available, sellable.tax_rate, sellable.barcode],
    [repair.id, null, null, null],
  );
});

test('parked quantities are not available', async () => {
  const parked = { status: 'pending', items: [{ product_id: red.id, quantity: 2 }] };
  const { id } = (await cashier.post('/transactions', parked)).body.data;
  assert.equal((await lookUp('MUG-RED')).sellable.available, 1);
  await cashier.post(`/transactions/${id}/void`, {});
});

test('available is what a sale in the requested branch can take: the stock of its default warehouse', async () => {
  const branch_id = (await owner.post('/branches', { name: 'East' })).body.data.id as string;
  const [east] = (await owner.get(`/warehouses?branch_id=${branch_id}`)).body.data;
  const cellar = await aWarehouse(shop, 'Cellar');
  for (const [to_warehouse, quantity] of [
    [east.id, 4],
    [cellar, 5],
  ])
    await owner.post('/inventory/transfer', {
      product_id: mug.id,
      from_warehouse: shop.warehouse_id,
      to_warehouse,
      quantity,
    });
  const { available } = (await lookUp('Mug-1')).sellable;
  assert.equal(available, 3);
  const items = [{ product_id: mug.id, quantity: available + 1 }];
  const tooMany = await cashier.post('/transactions', { items, payment_method: 'cash' });
  assert.deepEqual(tooMany.body.error.details, [{ field: 'items[0].quantity', message: 'only 3 available' }]);
  assert.equal((await lookUp('Mug-1', cashier, `&branch_id=${branch_id}`)).sellable.available, 4);
  const [email, password] = ['limited@example.com', 'a long enough password'];
  await addMember(owner, app.anonymous, { email, password, name: 'Limited', role: 'cashier', branch_ids: [branch_id] });
  const limited = (await aSession(app, email, password)).with({ 'x-merchant-id': shop.merchant_id });
  assert.equal((await lookUp('Mug-1', limited)).sellable.available, 4, 'the branch of the user');
  const refused = await limited.get(`/lookup?code=Mug-1&branch_id=${shop.branch_id}`);
  assert.equal(refused.status, 403);
  assert.equal(refused.body.error.details[0].field, 'branch_id');
});

test('an unknown branch has no available stock', async () => {
  const { sellable } = await lookUp('Mug-1', owner, `&branch_id=${newId()}`);
  assert.deepEqual([sellable.id, sellable.available], [mug.id, 0]);
});

test('names the invalid field', async () => {
  const fieldOf = async (query: string) => {
    const { status, body } = await cashier.get(`/lookup?${query}`);
    assert.equal(status, 422);
    return body.error.details.map(({ field }: { field: string }) => field);
  };
  assert.deepEqual(await fieldOf(''), ['code']);
  assert.deepEqual(await fieldOf('code=%20'), ['code']);
  assert.deepEqual(await fieldOf(`code=${'x'.repeat(101)}`), ['code']);
  assert.deepEqual(await fieldOf('code=x&branch_id=main'), ['branch_id']);
});

test('without a match, returns candidates with the text in their name or code', async () => {
  assert.deepEqual(await lookUp('no such code'), { match: 'none', sellable: null, candidates: [] });
  assert.deepEqual(await namesFor('MUG'), ['Imported', 'Mug', 'Mug - Red']);
  assert.deepEqual(await namesFor('red'), ['Imported', 'Mug - Red']);
  assert.deepEqual(await namesFor('345678'), ['Mug', 'Mug - Red']);
  assert.deepEqual(await namesFor('100%'), []);
  for (let n = 1; n <= 9; n++) await aProduct(shop, { name: `Plate ${n}` });
  assert.deepEqual(
    await namesFor('plate'),
    [1, 2, 3, 4, 5, 6, 7, 8].map((n) => `Plate ${n}`),
  );
});

test('of many candidates, those with the text in their own name come first', async () => {
  const { id } = await aProduct(shop, { name: 'Lantern A' });
  for (let size = 1; size <= 8; size += 1) {
    const variant = { sku: `LAMP-${size}`, name: `Size ${size}`, price: 1 };
    assert.equal((await owner.post(`/products/${id}/variants`, variant)).status, 201);
  }
  await aProduct(shop, { name: 'Lantern Z' });
  const names = await namesFor('lantern');
  assert.deepEqual([names.length, names.slice(0, 2)], [8, ['Lantern A', 'Lantern Z']]);
});

test('newer products that are inactive or deleted do not hide one that can be sold', async () => {
  const market = await aShop(app);
  const lantern = await aProduct(market, { name: 'Lantern' });
  // More than are compared. The newest are read first.
  for (const [letter, status, deleted_at] of [
    ['e', 'inactive', null],
    ['f', 'active', new Date()],
  ])
    await app.admin.query(
      `insert into products (merchant_id, id, name, sku, price, status, deleted_at, created_at, updated_at)
       select $1, overlay(gen_random_uuid()::text placing $2 from 1 for 1)::uuid, 'Lantern ' || n, 'L-' || $2 || n, 1, $3, $4, now(), now()
       from generate_series(1, 250) as n`,
      [market.merchant_id, letter, status, deleted_at],
    );
  await forgetEvents(market);
  const { candidates } = await lookUp('lantern', market.owner);
  assert.deepEqual(
    candidates.map(({ id }: { id: string }) => id),
    [lantern.id],
  );
});

test('finds no inactive or deleted products, and no variants of them', async () => {
  const bowl = await aProduct(shop, { name: 'Bowl', sku: 'BOWL' });
  await owner.post(`/products/${bowl.id}/variants`, { name: 'Blue', sku: 'BOWL-B', price: 1 });
  assert.equal((await lookUp('BOWL-B')).match, 'sku');
  const assertNotFound = async () => {
    for (const code of ['BOWL', 'BOWL-B', 'bow', 'blue'])
      assert.deepEqual(await lookUp(code), { match: 'none', sellable: null, candidates: [] }, code);
  };
  await owner.put(`/products/${bowl.id}`, { status: 'inactive' });
  await assertNotFound();
  await owner.put(`/products/${bowl.id}`, { status: 'active' });
  assert.equal((await lookUp('BOWL-B')).match, 'sku');
  await owner.delete(`/products/${bowl.id}`);
  await assertNotFound();
});

/** The query plan of a lookup with the service's role, for a merchant with many products. */
async function planOf(code: string): Promise<string> {
  const captured: Statement<unknown>[] = [];
  const handle = {
    merchant_id: shop.merchant_id,
    many: async (statement: Statement<unknown>) => captured.push(statement),
  };
  await findSellables(handle as unknown as Handle, {
    code,
    barcodes: sameBarcodes(code),
    skus: [code],
    branch_id: null,
  });
  const { text, values } = compile(captured[0] as Statement<unknown>);
  const client = await app.admin.connect();
  try {
    await client.query('begin');
    await client.query(
      `insert into products (merchant_id, id, name, sku, barcode, price, created_at, updated_at)
       select $1, gen_random_uuid(), 'Thing ' || n, 'T-' || n, 9000000000000 + n, 1, now(), now() from generate_series(1, 10000) as n`,
      [shop.merchant_id],
    );
    await client.query(`select gin_clean_pending_list('products_search')`);
    await client.query('analyze products');
    await client.query(`set local role ${serviceRole}`);
    await client.query(`select set_config('app.merchant_id', $1, true)`, [shop.merchant_id]);
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${text}`, [...values]);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  } finally {
    await client.query('rollback');
    client.release();
  }
}

test('uses indexes for codes and names, also with row security', {
  skip: testServer().workers !== undefined && 'the plan is that of the workers',
}, async () => {
  for (const code of ['9000000000001', 'thing 77', 'thing']) {
    const plan = await planOf(code);
    for (const index of ['products_barcode_unique', 'products_sku_unique']) assert.match(plan, new RegExp(index), plan);
    // For a text that almost all products contain, PostgreSQL reads the products from the newest on.
    assert.match(
      plan,
      code === 'thing' ? /Index Scan Backward using products_pkey/ : /Index Scan on products_search/,
      plan,
    );
    assert.doesNotMatch(plan, /Seq Scan on products/, plan);
  }
});
