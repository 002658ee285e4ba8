import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Caller } from '../../../../test/caller.ts';
import { aProduct, aSession, aShop, aStaffMember } from '../../../../test/shop.ts';
import { addMember } from '../../../../test/staff.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import type { Role } from '../../core/permissions.ts';

const shop = await aShop(await createTestApp());
const created = await shop.owner.post('/branches', { name: 'Harbour' });
const warehouses = await shop.owner.get(`/warehouses?branch_id=${created.body.data.id}`);
const harbour = { branch_id: created.body.data.id as string, warehouse_id: warehouses.body.data[0].id as string };
const cashier = await aLimitedMember('cashier');
const manager = await aLimitedMember('manager');
const clerk = await aLimitedMember('stock_clerk');

async function aLimitedMember(role: Role): Promise<Caller> {
  const [email, password] = [`limited-${role}@example.com`, 'a long enough password'];
  const invitation = { email, password, name: `Limited ${role}`, role, branch_ids: [harbour.branch_id] };
  const id = await addMember(shop.owner, shop.app.anonymous, invitation);
  const member = (await shop.owner.get(`/staff/${id}`)).body.data;
  assert.deepEqual(member.branch_ids, [harbour.branch_id]);
  assert.equal(member.branch_id, harbour.branch_id, 'the default branch_id is the first of branch_ids');
  return (await aSession(shop.app, email, password)).with({ 'x-merchant-id': shop.merchant_id });
}

/** A product with a stock of ten in each of the two branches. */
async function aStockedProduct(): Promise<string> {
  const { id } = await aProduct(shop, { stock: 10 });
  const added = { product_id: id, warehouse_id: harbour.warehouse_id, quantity: 10, type: 'addition' };
  assert.equal((await shop.owner.post('/inventory/adjustment', added)).status, 200);
  return id;
}

const saleOf = (product_id: string, extra: object = {}) => ({
  items: [{ product_id, quantity: 1 }],
  payment_method: 'cash',
  ...extra,
});

function assertForbidden(
  answer: { status: number; text: string; body: { error: { details: { field: string }[] } } },
  field: string,
): void {
  assert.equal(answer.status, 403, answer.text);
  assert.deepEqual(
    answer.body.error.details.map((detail) => detail.field),
    [field],
  );
}

test('/auth/me returns the branches to which the user is limited', async () => {
  const { body } = await cashier.get('/auth/me');
  assert.equal(body.data.branch_id, harbour.branch_id);
  assert.deepEqual(body.data.branch_ids, [harbour.branch_id]);
  assert.equal((await shop.owner.get('/auth/me')).body.data.branch_ids, null);
});

test('a limited cashier sells in their branch only', async () => {
  const product_id = await aStockedProduct();
  const sold = await cashier.post('/transactions', saleOf(product_id));
  assert.equal(sold.body.data.branch_id, harbour.branch_id);
  assertForbidden(await cashier.post('/transactions', saleOf(product_id, { branch_id: shop.branch_id })), 'branch_id');
  const { body } = await shop.owner.get(`/inventory?product_id=${product_id}`);
  const stocks = Object.fromEntries(
    body.data.map((level: { warehouse_id: string; stock: number }) => [level.warehouse_id, level.stock]),
  );
  assert.deepEqual(stocks, { [shop.warehouse_id]: 10, [harbour.warehouse_id]: 9 });
});

test('hides sales of other branches: they cannot be read, refunded, voided or completed', async () => {
  const product_id = await aStockedProduct();
  const otherSale = (await shop.owner.post('/transactions', saleOf(product_id))).body.data.id;
  const parked = (await shop.owner.post('/transactions', { items: [{ product_id, quantity: 1 }], status: 'pending' }))
    .body.data.id;
  const own = (await cashier.post('/transactions', saleOf(product_id))).body.data.id;
  for (const path of ['', '/refund', '/refund/preview', '/void']) {
    const answer =
      path === ''
        ? await cashier.get(`/transactions/${otherSale}`)
        : await cashier.post(`/transactions/${otherSale}${path}`, {});
    assert.equal(answer.status, 404, path);
  }
  assert.equal((await cashier.post(`/transactions/${parked}/complete`, { payment_method: 'cash' })).status, 404);
  const ids = (await cashier.get('/transactions?limit=100')).body.data.map(({ id }: { id: string }) => id);
  assert.ok(ids.includes(own));
  assert.ok(!ids.includes(otherSale));
  assertForbidden(await cashier.get(`/transactions?branchId=${shop.branch_id}`), 'branchId');
  assert.equal((await shop.owner.get(`/transactions/${otherSale}`)).body.data.status, 'completed');
});

test('reports, the dashboard and files include sales of the user’s branches only', async () => {
  const product_id = await aStockedProduct();
  const day = shop.app.clock.now().slice(0, 10);
  const dates = `start_date=${day}&end_date=${day}`;
  const figuresOf = async (caller: Caller, query = '') => {
    const report = await caller.get(`/reports/sales?${dates}${query}`);
    const dashboard = await caller.get(`/dashboard/summary?${dates}${query}`);
    assert.equal(report.body.data.total_sales, dashboard.body.data.total_sales);
    return report.body.data.total_sales as number;
  };
  const [all, here] = [await figuresOf(shop.owner), await figuresOf(manager)];
  await shop.owner.post('/transactions', saleOf(product_id));
  assert.equal(await figuresOf(shop.owner), all + 10);
  assert.equal(await figuresOf(manager), here);
  assert.equal(await figuresOf(manager, `&branchId=${harbour.branch_id}`), here);
  for (const path of [`/reports/sales?${dates}&`, '/reports/inventory?', `/dashboard/summary?${dates}&`])
    assertForbidden(await manager.get(`${path}branch_id=${shop.branch_id}`), 'branch_id');
  const warehouses = (await manager.get('/reports/inventory')).body.data.by_warehouse;
  assert.deepEqual(
    warehouses.map((row: { warehouse_id: string }) => row.warehouse_id),
    [harbour.warehouse_id],
  );
  const exportBody = { report_type: 'transactions', format: 'csv', start_date: day, end_date: day };
  assertForbidden(await manager.post('/reports/export', { ...exportBody, branchId: shop.branch_id }), 'branchId');
  const file = (await manager.post('/reports/export', exportBody)).body.data.download_url as string;
  const { pathname, search } = new URL(file);
  const { text } = await shop.app.anonymous.get(`/${pathname}${search}`);
  assert.ok(text.includes('Harbour') && !text.includes('Main branch'), text);
});

test('changes stock in the user’s branches only, transfers it to any branch, and returns all levels', async () => {
  const product_id = await aStockedProduct();
  const adjustment = { product_id, quantity: 1, type: 'addition' };
  assert.equal(
    (await clerk.post('/inventory/adjustment', adjustment)).body.data.level.warehouse_id,
    harbour.warehouse_id,
  );
  assertForbidden(
    await clerk.post('/inventory/adjustment', { ...adjustment, warehouse_id: shop.warehouse_id }),
    'warehouse_id',
  );
  const sent = { product_id, quantity: 2, from_warehouse: harbour.warehouse_id, to_warehouse: shop.warehouse_id };
  assert.equal((await clerk.post('/inventory/transfer', sent)).status, 200);
  const fromOtherBranch = {
    productId: product_id,
    quantity: 2,
    fromWarehouse: shop.warehouse_id,
    toWarehouse: harbour.warehouse_id,
  };
  assertForbidden(await clerk.post('/inventory/stock/transfer', fromOtherBranch), 'fromWarehouse');
  assertForbidden(await manager.put(`/products/${product_id}`, { stock: 50 }), 'stock');
  assertForbidden(await manager.post('/products', { sku: 'AWAY', name: 'Away', price: 1, stock: 5 }), 'stock');
  const levels = (await clerk.get(`/inventory?product_id=${product_id}`)).body.data.map(
    ({ stock }: { stock: number }) => stock,
  );
  assert.deepEqual(levels.toSorted(), [12, 9]);
});

test('a limited manager changes locations and staff of their branches only', async () => {
  assert.equal((await manager.post('/branches', { name: 'Another' })).status, 403);
  assert.equal((await manager.put(`/branches/${shop.branch_id}`, { name: 'Mine now' })).status, 403);
  assert.equal((await manager.put(`/branches/${harbour.branch_id}`, { phone: '+1 555 0100' })).status, 200);
  assertForbidden(await manager.post('/warehouses', { name: 'Shed', branch_id: shop.branch_id }), 'branch_id');
  assert.equal((await manager.put(`/warehouses/${shop.warehouse_id}`, { name: 'Mine now' })).status, 403);
  const invitation = { email: 'new@example.com', name: 'New', role: 'cashier' };
  const password = 'long enough to do';
  assertForbidden(await manager.post('/staff', invitation), 'branch_ids');
  const limitedId = await addMember(manager, shop.app.anonymous, {
    ...invitation,
    password,
    branch_ids: [harbour.branch_id],
  });
  assertForbidden(await manager.put(`/staff/${limitedId}`, { branch_ids: null }), 'branch_ids');
  const unlimitedId = await addMember(shop.owner, shop.app.anonymous, {
    ...invitation,
    password,
    email: 'free@example.com',
  });
  assertForbidden(await manager.put(`/staff/${unlimitedId}`, { name: 'Renamed' }), 'branch_ids');
  const elsewhere = { ...invitation, password, email: 'main@example.com', branch_ids: [shop.branch_id] };
  const elsewhereId = await addMember(shop.owner, shop.app.anonymous, elsewhere);
  const listed: { id: string }[] = (await manager.get('/staff?limit=100')).body.data;
  const isListed = (id: string) => listed.some((member) => member.id === id);
  assert.deepEqual([limitedId, unlimitedId, elsewhereId].map(isListed), [true, true, false]);
  assert.equal((await shop.owner.get(`/staff/${unlimitedId}`)).body.data.name, 'New');
});

test('rejects settings that conflict, and names the field', async () => {
  const person = { email: 'odd@example.com', name: 'Odd', role: 'cashier' };
  const otherShop = await aShop(shop.app);
  const fieldsOf = async (extra: object) => {
    const answer = await shop.owner.post('/staff', { ...person, ...extra });
    assert.equal(answer.status, 422, answer.text);
    return answer.body.error.details.map(({ field }: { field: string }) => field);
  };
  assert.deepEqual(await fieldsOf({ branch_ids: [harbour.branch_id, otherShop.branch_id] }), ['branch_ids[1]']);
  assert.deepEqual(await fieldsOf({ branch_ids: [harbour.branch_id], branch_id: shop.branch_id }), ['branch_id']);
  assert.deepEqual(await fieldsOf({ branch_ids: [harbour.branch_id], role: 'owner' }), ['branch_ids']);
  assert.deepEqual(await fieldsOf({ branch_ids: [] }), ['branch_ids']);
});

test('a limit applies immediately, and null removes it', async () => {
  const member = await aStaffMember(shop, 'cashier');
  const { id } = (await member.get('/auth/me')).body.data;
  const product_id = await aStockedProduct();
  assert.equal((await member.post('/transactions', saleOf(product_id))).body.data.branch_id, shop.branch_id);
  const limited = await shop.owner.put(`/staff/${id}`, { branch_ids: [harbour.branch_id] });
  assert.deepEqual(
    [limited.body.data.branch_ids, limited.body.data.branch_id],
    [[harbour.branch_id], harbour.branch_id],
  );
  assert.equal((await member.post('/transactions', saleOf(product_id))).body.data.branch_id, harbour.branch_id);
  assert.equal(
    (await shop.owner.put(`/staff/${id}`, { branch_ids: null, branch_id: null })).body.data.branch_ids,
    null,
  );
  assert.equal((await member.post('/transactions', saleOf(product_id))).body.data.branch_id, shop.branch_id);
  assert.deepEqual((await cashier.get('/auth/me')).body.data.branch_ids, [harbour.branch_id], 'those of others stay');
});
