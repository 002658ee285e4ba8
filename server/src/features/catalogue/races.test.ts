import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { load } from '../../../../test/files.ts';
import { anOperationContext, aProduct, aShop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { sendBeside, untilLockWait } from '../../../../test/waiting.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { changeProduct } from './change-product.ts';
import { createVariant } from './create-product.ts';
import { lockProducts, lockProductsBySku } from './queries.ts';

const app = await createTestApp();
const shop = await aShop(app);
const { owner } = shop;

const runConcurrently = <T>(count: number, send: (at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => send(at)));
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort();

test('concurrent requests with the same SKU create one product', async () => {
  const answers = await runConcurrently(10, () =>
    owner.post('/products', { sku: 'RACE', name: 'Race', price: 1, stock: 1 }),
  );
  assert.deepEqual(statuses(answers), [201, ...Array(9).fill(422)]);
  for (const { status, body } of answers) {
    if (status === 422) assert.deepEqual([body.error.code, body.error.details[0].field], ['DUPLICATE', 'sku']);
  }
});

test('a new category in many concurrent requests is created once', async () => {
  const answers = await runConcurrently(10, (at) =>
    owner.post('/products', { sku: `CAT-${at}`, name: 'x', price: 1, category: at % 2 ? 'New' : 'NEW' }),
  );
  assert.deepEqual(statuses(answers), Array(10).fill(201));
  const { body } = await owner.get('/categories');
  assert.deepEqual([body.meta.total, body.data[0].product_count], [1, 10]);
});

test('deleting a category while products are added to it leaves no product in it', async () => {
  const { id } = (await owner.post('/categories', { name: 'Brief' })).body.data;
  const answers = await runConcurrently(10, (at) =>
    at === 4
      ? owner.delete(`/categories/${id}`)
      : owner.post('/products', { sku: `BRIEF-${at}`, name: 'x', price: 1, category: 'Brief' }),
  );
  assert.deepEqual(statuses(answers), [200, ...Array(9).fill(201)]);
});

test('deleting a product while a variant is created deletes the variant, too', async () => {
  const product = await aProduct(shop);
  const ctx = await anOperationContext(shop);
  const { variant, deletion } = await app.database.transaction(shop.merchant_id, async (tx) => {
    const variant = await createVariant(tx, ctx, { product_id: product.id, sku: 'LATE', name: 'x', price: 1 });
    const deletion = owner.delete(`/products/${product.id}`);
    await untilLockWait(app.admin);
    return { variant, deletion };
  });
  assert.equal((await deletion).status, 200);
  assert.equal((await owner.get(`/products/${variant.id}`)).status, 404);
});

test('concurrent counts and changes are all in the ledger', async () => {
  const product = await aProduct(shop, { stock: 50 });
  const answers = await runConcurrently(20, (at) =>
    at % 2 === 0
      ? owner.put(`/products/${product.id}`, { stock: 50 + at })
      : owner.post('/inventory/adjustment', { product_id: product.id, type: 'out', quantity: 1 }),
  );
  assert.deepEqual(statuses(answers), Array(20).fill(200));
});

test('a deletion of a category locks its products by id, and leaves one in the category that it has got just before', async () => {
  const small = await aShop(app);
  const { id } = (await small.owner.post('/categories', { name: 'Left' })).body.data;
  const [first, second] = [await aProduct(small, { category: 'Left' }), await aProduct(small, { category: 'Left' })]
    .map((product): string => product.id)
    .sort() as [string, string];
  // A changed row is stored behind the others.
  assert.equal((await small.owner.put(`/products/${first}`, { price: 7 })).status, 200);
  const ctx = await anOperationContext(small);
  const { deletion } = await app.database.transaction(small.merchant_id, async (tx) => {
    await changeProduct(tx, ctx, { id: first, category: 'Kept' });
    const deletion = small.owner.delete(`/categories/${id}`);
    await untilLockWait(app.admin);
    await app.admin.query('select from products where merchant_id = $1 and id = $2 for update nowait', [
      small.merchant_id,
      second,
    ]);
    return { deletion };
  });
  assert.equal((await deletion).status, 200);
  const categoryOf = async (product: string) => (await small.owner.get(`/products/${product}`)).body.data.category;
  assert.deepEqual([await categoryOf(first), await categoryOf(second)], ['Kept', null]);
});

test('a product has at most 250 variants, also if ten are created at once; a deleted one makes room', async () => {
  const product = await aProduct(shop);
  const add = (name: number) =>
    owner.post(`/products/${product.id}/variants`, { name: `V${name}`, sku: `${product.sku}-${name}`, price: 1 });
  for (let name = 0; name < 245; name += 1) assert.equal((await add(name)).status, 201);
  const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => add(245 + at)));
  const rejected = answers.filter(({ status }) => status !== 201);
  assert.equal(rejected.length, 5);
  for (const { status, body } of rejected) assert.deepEqual([status, body.error.code], [422, 'INVALID_STATE']);
  const { variants } = (await owner.get(`/products/${product.id}`)).body.data;
  assert.equal(variants.length, 250);
  assert.equal((await owner.delete(`/products/${variants[0].id}`)).status, 200);
  assert.equal((await add(300)).status, 201);
});

test('a change of many products waits for their variants, and for no other product', async () => {
  const product = await aProduct(shop);
  const other = await aProduct(shop);
  const made = await owner.post(`/products/${product.id}/variants`, { name: 'Large', sku: 'LARGE', price: 2 });
  assert.equal(made.status, 201, made.text);
  const holder = await app.admin.connect();
  const lock = (id: string) =>
    holder.query('select from products where merchant_id = $1 and id = $2 for update', [shop.merchant_id, id]);
  const change = () => owner.post('/products/bulk-update', { ids: [product.id], changes: { price: 3 } });
  try {
    await holder.query('begin');
    await lock(other.id);
    assert.equal((await change()).status, 200);
    await lock(made.body.data.id);
    const waiting = change();
    await untilLockWait(app.admin);
    await holder.query('commit');
    assert.equal((await waiting).status, 200);
  } finally {
    holder.release();
  }
});

const changes: Record<string, (product: { id: string; sku: string }) => Promise<{ status: number }>> = {
  'a change of the product': ({ id }) => owner.put(`/products/${id}`, { price: 3, category: 'Raced' }),
  'a change of several products': ({ id }) =>
    owner.post('/products/bulk-update', { ids: [id], changes: { price: 3, category: 'Raced' } }),
  'an item of the inventory': ({ id }) => owner.put(`/inventory/${id}`, { price: 3, category: 'Raced' }),
  'an import': ({ sku }) => load(shop, `sku,price,category\n${sku},3,Raced`),
};

for (const [what, change] of Object.entries(changes))
  test(`${what} keeps what another request changed just before`, async () => {
    const product = await aProduct(shop);
    const { status } = await sendBeside(
      shop,
      (tx, ctx) => changeProduct(tx, ctx, { id: product.id, name: 'Renamed' }),
      () => change(product),
    );
    assert.ok(status < 300, `${status}`);
    const { name, price } = (await owner.get(`/products/${product.id}`)).body.data;
    assert.deepEqual([name, price], ['Renamed', 3]);
  });

test('changes of products and the undo of an import lock the category before the products', async () => {
  const { id } = (await owner.post('/categories', { name: 'First' })).body.data;
  const operations: Record<string, (product: { id: string; sku: string }) => Promise<{ status: number }>> = {
    'a change of the product': (product) => owner.put(`/products/${product.id}`, { category: ' FIRST' }),
    'an item of the inventory': (product) => owner.put(`/inventory/${product.id}`, { category: 'First' }),
    'a change of several products': (product) =>
      owner.post('/products/bulk-update', { ids: [product.id], changes: { category: 'First' } }),
    'an import': ({ sku }) => load(shop, `sku,category\n${sku},First`),
    'the undo of an import': () => owner.post(`/inventory/imports/${imported.id}/undo`),
  };
  const moved = await aProduct(shop, { category: 'First' });
  const imported = await load(shop, `sku,category\n${moved.sku},Second`);
  for (const [what, change] of Object.entries(operations)) {
    const product = what.startsWith('the undo') ? moved : await aProduct(shop);
    const holder = await app.admin.connect();
    try {
      await holder.query('begin');
      await holder.query('select from categories where merchant_id = $1 and id = $2 for update', [
        shop.merchant_id,
        id,
      ]);
      const changed = change(product);
      await untilLockWait(app.admin);
      await app.admin.query('select from products where merchant_id = $1 and id = $2 for update nowait', [
        shop.merchant_id,
        product.id,
      ]);
      await holder.query('commit');
      assert.ok((await changed).status < 300, what);
    } finally {
      holder.release();
    }
  }
});

test('an import creates products in the order of their SKUs, whatever the order in the file', async () => {
  const holder = await app.admin.connect();
  const create = (sku: string) =>
    holder.query(
      `insert into products (merchant_id, id, sku, name, price, cost, created_at, updated_at)
       values ($1, gen_random_uuid(), $2, 'x', 1, 0, now(), now())`,
      [shop.merchant_id, sku],
    );
  try {
    await holder.query('begin');
    await create('ORDER-1');
    const loaded = load(shop, 'sku,name,price\nORDER-2,Second,1\nORDER-1,First,1');
    await untilLockWait(app.admin);
    // The import waits for the first SKU and has not created the second, for which this would have to wait.
    await holder.query(`set local lock_timeout = '1ms'`);
    await create('ORDER-2');
    await holder.query('rollback');
    assert.equal((await loaded).status, 200);
    assert.equal((await owner.get('/products?search=ORDER-')).body.meta.total, 2);
  } finally {
    holder.release();
  }
});

test('locks several products by id, whatever their SKUs and their order in the table', async () => {
  const [first, second] = [await aProduct(shop, { sku: 'LOCK-B' }), await aProduct(shop, { sku: 'LOCK-A' })];
  // Written last, the first one is stored behind the second.
  await app.admin.query('update products set updated_at = updated_at where id = $1', [first.id]);
  for (const lock of [
    (tx: Transaction) => lockProductsBySku(tx, ['LOCK-A', 'LOCK-B']),
    (tx: Transaction) => lockProducts(tx, [second.id, first.id]),
  ]) {
    const client = await app.admin.connect();
    try {
      await client.query('begin');
      const lockOne = 'select from products where merchant_id = $1 and id = $2 for update';
      await client.query(lockOne, [shop.merchant_id, first.id]);
      const locking = app.database.transaction(shop.merchant_id, async (tx) => {
        // Another plan could read the rows by their id. A plan of an earlier test would be kept.
        await tx.many(sql`
          select set_config('enable_indexscan', 'off', true), set_config('enable_bitmapscan', 'off', true),
            set_config('plan_cache_mode', 'force_custom_plan', true)`);
        return lock(tx);
      });
      await untilLockWait(app.admin);
      await app.admin.query(`${lockOne} nowait`, [shop.merchant_id, second.id]);
      await client.query('commit');
      assert.deepEqual(await locking, [{ id: first.id }, { id: second.id }]);
    } finally {
      await client.query('rollback');
      client.release();
    }
  }
});
