import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aCustomer, aProduct, aShop, aStaffMember, type Shop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { aTill, type Replica } from '../../../../test/till.ts';

const app = await createTestApp();
const address = await app.fastify.listen({ host: '127.0.0.1', port: 0 });

const of = (replica: Replica, kind: string) => [...replica.values()].filter((record) => record.kind === kind);

test('the first synchronisation returns everything; later ones return only changes, including deletions', async () => {
  const shop = await aShop(app);
  const product = await aProduct(shop, { category: 'Teas' });
  const customer = await aCustomer(shop);
  const till = aTill(shop.owner);
  await till.synchronise();
  assert.deepEqual(
    [...till.replica.values()].map(({ kind }) => kind),
    ['merchant', 'rights', 'branch', 'warehouse', 'category', 'product', 'level', 'customer'],
  );
  assert.deepEqual((await till.synchronise()).length, 0);
  await shop.owner.delete(`/customers/${customer.id}`);
  assert.deepEqual(await till.synchronise(), [{ kind: 'customer', id: customer.id, deleted: true }]);
  await shop.owner.put('/merchant', { tax_rate: 7 });
  assert.equal((await till.synchronise()).find(({ kind }) => kind === 'merchant')?.tax_rate, 7);
  assert.equal(of(till.replica, 'product')[0]?.id, product.id);
});

test('sends permissions and locations when they change', async () => {
  const shop = await aShop(app);
  const manager = await aStaffMember(shop, 'manager');
  const till = aTill(manager);
  await till.synchronise();
  const { id } = (await manager.get('/auth/me')).body.data;
  const branch = (await shop.owner.post('/branches', { name: 'Harbour' })).body.data;
  await shop.owner.put(`/branches/${branch.id}`, { name: 'Old harbour' });
  await shop.owner.put(`/staff/${id}`, { branch_ids: [branch.id] });
  await till.synchronise();
  assert.equal(till.replica.get(`branch ${branch.id}`)?.name, 'Old harbour');
  assert.equal(of(till.replica, 'warehouse').filter(({ branch_id }) => branch_id === branch.id).length, 1);
  assert.deepEqual(till.replica.get(`rights ${id}`)?.branch_ids, [branch.id]);
});

test('each role gets only the records that it may read', async () => {
  const shop = await aShop(app);
  await aProduct(shop);
  await aCustomer(shop);
  const expected = { manager: [4, 1], cashier: [undefined, 1], stock_clerk: [4, 0] } as const;
  for (const [role, [cost, customers]] of Object.entries(expected)) {
    const till = aTill(await aStaffMember(shop, role as keyof typeof expected));
    await till.synchronise();
    assert.equal(of(till.replica, 'product')[0]?.cost, cost, role);
    assert.equal(of(till.replica, 'customer').length, customers, role);
    const [rights] = of(till.replica, 'rights');
    assert.equal(rights?.role, role);
    assert.equal(rights?.permissions.includes('customers:read'), customers === 1);
  }
  assert.equal((await (await aStaffMember(shop, 'viewer')).get('/sync')).status, 403);
});

test('rejects a cursor of another role, another merchant or another time', async () => {
  const shop = await aShop(app);
  const till = aTill(shop.owner);
  await till.synchronise();
  const refusedWith = async (caller: Shop['owner'], cursor: string, code: string) => {
    const { status, body } = await caller.get(`/sync?cursor=${cursor}`);
    assert.deepEqual([status, body.error?.code, body.error?.details[0].field], [422, code, 'cursor']);
  };
  const otherShop = await aShop(app);
  await refusedWith(otherShop.owner, till.cursor(), 'INVALID_STATE');
  await refusedWith(await aStaffMember(shop, 'cashier'), till.cursor(), 'INVALID_STATE');
  for (const invalid of ['x', 'e30', Buffer.from('[1,"all","0","level","x"]').toString('base64url')])
    await refusedWith(shop.owner, invalid, 'VALIDATION_ERROR');
  await aCustomer(shop);
  await aCustomer(shop);
  await aTill(shop.owner).synchronise();
  await app.admin.query(
    'delete from events where merchant_id = $1 and sequence < (select max(sequence) from events where merchant_id = $1)',
    [shop.merchant_id],
  );
  await refusedWith(shop.owner, till.cursor(), 'INVALID_STATE');
  await shop.owner.put('/merchant', { loyalty_tiers: { silver: 1 } });
  const newTill = aTill(shop.owner);
  await newTill.synchronise();
  await shop.owner.put('/merchant', { loyalty_tiers: { silver: 2 } });
  await refusedWith(shop.owner, newTill.cursor(), 'INVALID_STATE');
});

test('returns only the requested kinds, and a cursor is valid only for its kinds', async () => {
  const shop = await aShop(app);
  const mug = await aProduct(shop, { name: 'Mug', stock: 5 });
  await aCustomer(shop);
  const read = async (query: string) => {
    const { status, body, text } = await shop.owner.get(`/sync?${query}`);
    assert.equal(status, 200, text);
    return {
      kinds: body.data.map(({ kind }: { kind: string }) => kind) as string[],
      cursor: body.meta.cursor as string,
    };
  };
  const first = await read('kinds=product');
  assert.deepEqual(first.kinds, ['product']);
  await shop.owner.post('/transactions', { items: [{ product_id: mug.id, quantity: 1 }], payment_method: 'cash' });
  await shop.owner.put('/merchant', { name: 'Another name' });
  const sold = await read(`kinds=product&cursor=${first.cursor}`);
  assert.deepEqual(sold.kinds, []);
  await shop.owner.put(`/products/${mug.id}`, { price: 11 });
  assert.deepEqual((await read(`kinds=product&cursor=${sold.cursor}`)).kinds, ['product']);
  assert.deepEqual((await read('kinds=level, product,product')).kinds, ['product', 'level']);
  const other = await shop.owner.get(`/sync?kinds=product,level&cursor=${sold.cursor}`);
  assert.deepEqual([other.body.error.code, other.body.error.details[0].field], ['INVALID_STATE', 'cursor']);
  for (const wrong of ['products', 'product,,level']) {
    const { status, body } = await shop.owner.get(`/sync?kinds=${wrong}`);
    assert.deepEqual([status, body.error.details[0].field], [422, 'kinds'], wrong);
  }
});

test('compresses a page if the client accepts it', async () => {
  const shop = await aShop(app);
  for (let count = 0; count < 5; count += 1) await aProduct(shop);
  const uncompressed = await shop.owner.get('/sync', { 'accept-encoding': 'identity, gzip;q=0' });
  assert.equal(uncompressed.headers['content-encoding'], undefined);
  const response = await fetch(`${address}/api/v1/sync`, { headers: shop.owner.headers });
  assert.equal(response.headers.get('content-encoding'), 'gzip');
  assert.deepEqual(((await response.json()) as { data: unknown }).data, uncompressed.body.data);
});

test('a page of the first synchronisation has as many records as were requested, and the last one the rest', async () => {
  const shop = await aShop(app);
  for (let number = 1; number <= 5; number += 1) await aProduct(shop, { category: `Category ${number}` });
  const sizes: number[] = [];
  for (let cursor = ''; sizes.length < 50; ) {
    const { body } = await shop.owner.get(`/sync?limit=4${cursor}`);
    sizes.push(body.data.length);
    if (body.meta.has_more !== true) break;
    cursor = `&cursor=${body.meta.cursor}`;
  }
  // Merchant, rights, branch, warehouse, and five categories, products and levels.
  assert.deepEqual(sizes, [4, 4, 4, 4, 3]);
});

test('a refund sends the customer of its sale, and no other', async () => {
  const shop = await aShop(app);
  const product = await aProduct(shop);
  const sales = [];
  for (const name of ['Anna', 'Berta']) {
    const { id: customer_id } = await aCustomer(shop, { name });
    const items = [{ product_id: product.id, quantity: 2 }];
    const sale = await shop.owner.post('/transactions', { items, customer_id, payment_method: 'cash' });
    await shop.owner.post(`/transactions/${sale.body.data.id}/refund`, { amount: 1 });
    sales.push({ id: sale.body.data.id, customer_id });
  }
  const till = aTill(shop.owner);
  await till.synchronise();
  await shop.owner.post(`/transactions/${sales[1]?.id}/refund`, { amount: 2 });
  const customers = (await till.synchronise()).filter(({ kind }) => kind === 'customer');
  assert.deepEqual(
    customers.map(({ id }) => id),
    [sales[1]?.customer_id],
  );
});
