import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bySku, load } from '../../../../test/files.ts';
import { aProduct, aShop, aWarehouse, type Shop } from '../../../../test/shop.ts';
import { createTestApp, testServer } from '../../../../test/test-app.ts';

/** Imports of files with rows that depend on each other. */
const app = await createTestApp();

const errorsOf = async (shop: Shop, csv: string): Promise<string[]> =>
  (await load(shop, csv)).body.errors.map(({ row, message }: { row: number; message: string }) => `${row} ${message}`);

test('the first row with a barcode gets it, and a released barcode can be used again', async () => {
  const shop = await aShop(app);
  await aProduct(shop, { sku: 'P1', barcode: 'b1' });
  await aProduct(shop, { sku: 'P2', barcode: 'b2' });
  assert.deepEqual(await errorsOf(shop, 'sku,barcode\nP1,b2\nP2,b1'), [
    '2 barcode: This barcode is already in use',
    '3 barcode: This barcode is already in use',
  ]);
  // Each row uses the barcode that the row before released; the last two rows are new products.
  assert.deepEqual(await errorsOf(shop, 'sku,barcode,name,price\nP1,b9,,\nP2,b1,,\nN,b2,New,1\nM,b2,More,1'), [
    '5 barcode: This barcode is already in use',
  ]);
  const deleted = await aProduct(shop, { sku: 'GONE', barcode: 'b3' });
  assert.equal((await shop.owner.delete(`/products/${deleted.id}`)).status, 200);
  assert.deepEqual(await errorsOf(shop, 'sku,barcode,name,price\nG,b3,After it,1'), []);
  const { P1, P2, N, M } = await bySku(shop);
  assert.deepEqual([P1.barcode, P2.barcode, N.barcode, M], ['b9', 'b1', 'b2', undefined]);
});

test('a rejected row changes nothing', async () => {
  const shop = await aShop(app);
  await aProduct(shop, { sku: 'SHORT', name: 'Old', stock: 5 });
  const branch = await shop.owner.post('/branches', { name: 'Second' });
  const { data } = (await shop.owner.get('/warehouses')).body;
  const second = data.find(({ branch_id }: { branch_id: string }) => branch_id === branch.body.data.id);
  const product_id = (await bySku(shop)).SHORT.id;
  const move = { product_id, from_warehouse: shop.warehouse_id, to_warehouse: second.id, quantity: 4 };
  assert.equal((await shop.owner.post('/inventory/transfer', move)).status, 200);
  assert.deepEqual(
    await errorsOf(shop, 'sku,name,price,stock,category,barcode\nSHORT,New,1,2,Never,bx\nNEXT,Next,1,1,,bx'),
    ['2 stock: would take 3 from the default warehouse, which has only 1 available'],
  );
  const { SHORT, NEXT } = await bySku(shop);
  assert.deepEqual([SHORT.name, SHORT.stock, SHORT.barcode, NEXT.barcode], ['Old', 5, null, 'bx']);
  assert.deepEqual((await shop.owner.get('/categories')).body.data, []);
});

test('category names ignore case, and a variant stays in its product’s category', async () => {
  const shop = await aShop(app);
  const tea = await aProduct(shop, { sku: 'TEA', category: 'Tea' });
  await shop.owner.post(`/products/${tea.id}/variants`, { sku: 'TEA-G', name: 'Green', price: 1 });
  const rows = ['N1,One,1,tea', 'N2,Two,1,COFFEE', 'N3,Three,1,Coffee', 'TEA-G,Greener,1,Coffee'];
  assert.deepEqual(await errorsOf(shop, ['sku,name,price,category', ...rows].join('\n')), []);
  const { N1, N2, N3 } = await bySku(shop);
  assert.deepEqual([N1.category, N2.category, N3.category], ['Tea', 'COFFEE', 'COFFEE']);
  const { product_variants = [], variants = product_variants } = (await shop.owner.get(`/products/${tea.id}`)).body
    .data;
  assert.equal(variants[0].name, 'Greener');
});

test('rejects a count of untracked stock; equal values are not a change', async () => {
  const shop = await aShop(app);
  await aProduct(shop, { sku: 'UNTRACKED', stock: 0, track_stock: false });
  assert.deepEqual(await errorsOf(shop, 'sku,stock\nUNTRACKED,3'), ['2 stock: is not tracked']);
  assert.deepEqual(await errorsOf(shop, 'sku,stock\nUNTRACKED,0'), []);
  const { UNTRACKED } = await bySku(shop);
  app.clock.advance(60_000);
  assert.deepEqual(await errorsOf(shop, `sku,name,price\nUNTRACKED,${UNTRACKED.name},${UNTRACKED.price}`), []);
  assert.equal((await bySku(shop)).UNTRACKED.updated_at, UNTRACKED.updated_at);
});

test('a count of nothing opens no level of a product whose stock is not tracked', async () => {
  const shop = await aShop(app);
  const { id } = await aProduct(shop, { sku: 'SERVICE', stock: 0, track_stock: false });
  const levels = async () => (await shop.owner.get(`/inventory?product_id=${id}`)).body.data;
  const before = await levels();
  const attic = await aWarehouse(shop, 'Attic');
  assert.equal((await shop.owner.put(`/warehouses/${attic}`, { is_default: true })).status, 200);
  assert.deepEqual(await errorsOf(shop, 'sku,stock\nSERVICE,0'), []);
  assert.deepEqual(await levels(), before);
});

test('allows negative stock only if the merchant does', async () => {
  const shop = await aShop(app);
  assert.deepEqual(await errorsOf(shop, 'sku,name,price,stock\nLOW,Low,1,-2'), ['2 stock: must be at least 0']);
  await shop.owner.put('/merchant', { allow_negative_stock: true });
  for (const stock of [-2, -5]) assert.deepEqual(await errorsOf(shop, `sku,name,price,stock\nLOW,Low,1,${stock}`), []);
  assert.equal((await bySku(shop)).LOW.stock, -5);
});

test('a new product without stock has a level, like one that was created by itself', async () => {
  const shop = await aShop(app);
  assert.deepEqual(await errorsOf(shop, 'sku,name,price,stock\nEMPTY,Empty,1,0\nNONE,None,1,'), []);
  await aProduct(shop, { sku: 'ALONE', stock: 0 });
  const levels = (await shop.owner.get('/inventory?view=levels&sort=sku')).body.data;
  assert.deepEqual(
    levels.map(({ sku, stock }: Record<string, unknown>) => `${sku} ${stock}`),
    ['ALONE 0', 'EMPTY 0', 'NONE 0'],
  );
});

const skip = testServer().workers !== undefined && 'a distributed table has no triggers';

test('rejects only the row that conflicts with concurrent changes again and again', { skip }, async () => {
  const shop = await aShop(app);
  const tries = async (sku: string) => {
    // A sequence keeps its value when a transaction rolls back.
    const { rows } = await app.admin.query(`select last_value::int, is_called from tries_${sku}`);
    return rows[0].is_called ? rows[0].last_value : 0;
  };
  await app.admin.query(`
    create sequence tries_taken; create sequence tries_late;
    grant usage on all sequences in schema public to public;
    create function conflict() returns trigger language plpgsql as $$
    begin
      if new.sku = 'TAKEN' and nextval('tries_taken') > 0 or new.sku = 'LATE' and nextval('tries_late') < 6 then
        raise unique_violation using constraint = 'products_sku_unique';
      end if;
      return new;
    end $$;
    create trigger conflict before insert on products for each row execute function conflict()`);
  assert.deepEqual(await errorsOf(shop, 'sku,name,price\nA,One,1\nLATE,Two,2\nTAKEN,Three,3\nZ,Four,4'), [
    '4 sku: This SKU is already in use',
  ]);
  assert.deepEqual(Object.keys(await bySku(shop)).sort(), ['A', 'LATE', 'Z']);
  // All rows together three times, of which LATE stops the insert; then each row by itself up to three times.
  assert.deepEqual([await tries('late'), await tries('taken')], [6, 3]);
});

test('a counted stock takes nothing that is reserved', async () => {
  const shop = await aShop(app);
  const { id: product_id } = await aProduct(shop, { sku: 'HELD', stock: 5 });
  const parked = await shop.owner.post('/transactions', { items: [{ product_id, quantity: 2 }], status: 'pending' });
  assert.equal(parked.status, 201, parked.text);
  const { body } = await load(shop, 'sku,stock\nHELD,1');
  assert.deepEqual(body.errors, [
    { row: 2, message: 'stock: would take 4 from the default warehouse, which has only 3 available' },
  ]);
  assert.equal((await load(shop, 'sku,stock\nHELD,2')).body.success, 1);
});
