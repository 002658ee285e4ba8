import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCaller } from '../../../../../test/caller.ts';
import { bySku, load, upload } from '../../../../../test/files.ts';
import { aProduct, aShop, aStaffMember, aWarehouse, type Shop } from '../../../../../test/shop.ts';
import { createTestApp } from '../../../../../test/test-app.ts';
import { untilLockWait } from '../../../../../test/waiting.ts';

const app = await createTestApp();

const undo = (shop: Shop, id: string, key?: string) =>
  shop.owner.with(key === undefined ? {} : { 'idempotency-key': key }).post(`/inventory/imports/${id}/undo`);

const countsOf = ({ entries: _, ...counts }: Record<string, unknown>) => counts;
const none = { removed: 0, restored: 0, stock_reversed: 0, kept: 0, failed: 0 };

test('sets back what an import changed, removes what it created, as the preview said', async () => {
  const shop = await aShop(app);
  await aProduct(shop, { sku: 'OLD', name: 'Old', price: 4, stock: 3, category: 'Tea', barcode: 'B1' });
  const csv =
    'sku,name,price,stock,category,barcode\nOLD,Changed,5,10,Coffee,B2\nNEW,New,2,7,Coffee,\nMORE,More,2,,,B1';
  const { id } = await load(shop, csv);
  const expected = { ...none, removed: 2, restored: 1, stock_reversed: 2 };
  const preview = await shop.owner.get(`/inventory/imports/${id}/undo`);
  assert.deepEqual(countsOf(preview.body.data), expected);
  assert.equal((await bySku(shop)).OLD.price, 5, 'the preview changes nothing');
  const { status, body, text } = await undo(shop, id);
  assert.equal(status, 200, text);
  assert.deepEqual(countsOf(body.data), expected);
  const { OLD, NEW, MORE } = await bySku(shop);
  assert.deepEqual([OLD.name, OLD.price, OLD.stock, OLD.category, OLD.barcode], ['Old', 4, 3, 'Tea', 'B1']);
  assert.deepEqual([NEW, MORE], [undefined, undefined]);
  const [last] = (await shop.owner.get(`/inventory/movements?product_id=${OLD.id}`)).body.data;
  assert.deepEqual(
    [last.type, last.quantity, last.reason, last.reference],
    ['adjustment', -7, 'Import undone', 'x.bin'],
  );
  assert.equal((await shop.owner.get(`/inventory/imports/${id}`)).body.data.undo, 'done');
  const again = await undo(shop, id);
  assert.deepEqual([again.status, again.body.error.code], [422, 'INVALID_STATE']);
  assert.equal((await shop.owner.get(`/inventory/imports/${id}/undo`)).status, 422);
});

test('keeps and names what was edited, sold, moved or deleted since', async () => {
  const shop = await aShop(app);
  const moved = await aProduct(shop, { sku: 'MOVED', price: 4, stock: 3 });
  const csv = [
    'sku,name,price,stock',
    'MOVED,Moved,5,10',
    'EDITED,Edited,1,1',
    'SOLD,Sold,1,5',
    'GONE,Gone,1,1',
    'SAME,Same,1,1',
  ].join('\n');
  const { id } = await load(shop, csv);
  const { EDITED, SOLD, GONE } = await bySku(shop);
  await shop.owner.put(`/products/${EDITED.id}`, { price: 9 });
  await shop.owner.delete(`/products/${GONE.id}`);
  await shop.owner.post('/inventory/adjustment', { product_id: moved.id, type: 'out', quantity: 1 });
  const items = [{ product_id: SOLD.id, quantity: 1 }];
  assert.equal((await shop.owner.post('/transactions', { items, payment_method: 'cash' })).status, 201);
  const { data } = (await undo(shop, id)).body;
  assert.deepEqual(countsOf(data), { ...none, removed: 1, restored: 1, stock_reversed: 1, kept: 4 });
  assert.deepEqual(
    data.entries
      .map(({ sku, name, field, reason }: Record<string, string>) => `${sku ?? name} ${field} ${reason}`)
      .sort(),
    [
      'EDITED null was edited since: price',
      'Gone null was deleted since',
      'MOVED stock has moved since',
      'SOLD null was used in a sale since',
    ],
  );
  const after = await bySku(shop);
  assert.deepEqual([after.MOVED.price, after.MOVED.stock, after.SOLD.stock, after.SAME], [4, 9, 4, undefined]);
});

test('removes variants before their product, and keeps a product with a variant that was sold', async () => {
  const shop = await aShop(app);
  const mapping = JSON.stringify({ name: 'n', variant: ['v'], price: 'p', stock: 's' });
  const csv = 'n,v,p,s\nMug,red,2,1\nMug,blue,2,3\nBowl,red,1,2\nBowl,blue,1,2';
  const { id } = await load(shop, csv, { fields: { mapping } });
  const { bowl } = await bySku(shop);
  const { variants, product_variants = variants } = (await shop.owner.get(`/products/${bowl.id}`)).body.data;
  const red = product_variants.find(({ name }: { name: string }) => name === 'red');
  const items = [{ product_id: red.id, quantity: 1 }];
  assert.equal((await shop.owner.post('/transactions', { items, payment_method: 'cash' })).status, 201);
  const expected = { ...none, removed: 4, stock_reversed: 3, kept: 2 };
  assert.deepEqual(countsOf((await shop.owner.get(`/inventory/imports/${id}/undo`)).body.data), expected);
  const { data } = (await undo(shop, id)).body;
  assert.deepEqual(countsOf(data), expected);
  assert.deepEqual(Object.keys(await bySku(shop)), ['bowl']);
});

test('never takes more stock than is available', async () => {
  const shop = await aShop(app);
  const { id: product_id } = await aProduct(shop, { sku: 'HELD', stock: 0 });
  const { id } = await load(shop, 'sku,stock\nHELD,5');
  const parked = { items: [{ product_id, quantity: 2 }], status: 'pending' };
  const { status, text } = await shop.owner.post('/transactions', parked);
  assert.equal(status, 201, text);
  const { data } = (await undo(shop, id)).body;
  assert.deepEqual([data.failed, data.entries[0].outcome, data.entries[0].reason], [1, 'failed', 'only 3 available']);
  assert.equal((await bySku(shop)).HELD.stock, 5);
});

test('replays the response for a repeated key, and only one of two concurrent undos runs', async () => {
  const shop = await aShop(app);
  const rows = Array.from({ length: 350 }, (_, at) => `S${at},N,1,2`);
  const { id } = await load(shop, ['sku,name,price,stock', ...rows].join('\n'));
  const answers = await Promise.all([undo(shop, id, 'same'), undo(shop, id, 'same')]);
  const statuses = answers.map(({ status }) => status).sort();
  assert.ok(statuses[0] === 200 && (statuses[1] === 200 || statuses[1] === 503), String(statuses));
  const again = await undo(shop, id, 'same');
  assert.deepEqual([again.status, again.body.data.removed, again.body.data.stock_reversed], [200, 350, 350]);
});

test('an interrupted undo continues with the next request', async () => {
  const shop = await aShop(app);
  const rows = Array.from({ length: 250 }, (_, at) => `S${at},N,1,2`);
  const { id } = await load(shop, ['sku,name,price,stock', ...rows].join('\n'));
  // A constraint, since Citus has no triggers on distributed tables.
  await app.admin.query(
    `create function can_continue(undo_result jsonb) returns boolean language plpgsql as $$
     begin
       if (undo_result->>'removed')::int > 150 then raise exception using errcode = '55P03'; end if;
       return true;
     end $$`,
  );
  await app.admin.query(
    'alter table imports add constraint imports_can_continue check (can_continue(undo_result)) not valid',
  );
  try {
    assert.equal((await undo(shop, id)).status, 503);
  } finally {
    await app.admin.query('alter table imports drop constraint imports_can_continue');
  }
  assert.equal((await shop.owner.get('/products')).body.meta.total, 150);
  const { data } = (await undo(shop, id)).body;
  assert.deepEqual([data.removed, data.stock_reversed, data.kept], [250, 250, 0]);
});

test('only permitted roles of the same merchant undo an import, and only once it has ended', async () => {
  const shop = await aShop(app);
  const { id } = await load(shop, 'sku,name,price\nA,A,1');
  const cashier = await aStaffMember(shop, 'cashier');
  assert.equal((await cashier.post(`/inventory/imports/${id}/undo`)).status, 403);
  assert.equal((await undo(await aShop(app), id)).status, 404);
  await app.admin.query(`update imports set status = 'running', finished_at = null where id = $1`, [id]);
  assert.equal((await undo(shop, id)).body.error.code, 'INVALID_STATE');
  await app.admin.query(`update imports set status = 'failed' where id = $1`, [id]);
  assert.equal((await undo(shop, id)).body.data.removed, 1);
});

test('an API key undoes an import of customers only with the right to change customers', async () => {
  const shop = await aShop(app);
  const { id } = await upload(shop, 'import', 'Name,Email\nAda,ada@example.com', {
    base: 'customers',
    fields: { mapping: JSON.stringify({ name: 'Name', email: 'Email' }) },
  });
  const callerWith = async (permissions: string[]) => {
    const { key } = (await shop.owner.post('/api-keys', { name: 'Stock', permissions })).body.data;
    return createCaller(app.fastify, { authorization: `Bearer ${key}` });
  };
  const limited = await callerWith(['catalogue:read', 'catalogue:write']);
  for (const answer of [
    await limited.get(`/inventory/imports/${id}/undo`),
    await limited.post(`/inventory/imports/${id}/undo`),
  ])
    assert.deepEqual([answer.status, answer.text.includes('Ada')], [403, false], answer.text);
  const full = await callerWith(['catalogue:read', 'catalogue:write', 'customers:read', 'customers:write']);
  assert.equal((await full.post(`/inventory/imports/${id}/undo`)).body.data.removed, 1);
});

test('undoes an import of customers, but keeps who has bought or was edited', async () => {
  const shop = await aShop(app);
  const old = (await shop.owner.post('/customers', { name: 'Old', email: 'old@example.com' })).body.data;
  const csv = [
    'Name,Email,Phone,Points balance',
    'Older,OLD@example.com,+49123456789,5',
    'New,new@example.com,,7',
    'Buyer,buyer@example.com,,0',
  ].join('\n');
  const { id, body } = await upload(shop, 'import', csv, { base: 'customers' });
  assert.deepEqual([body.success, body.failed], [3, 0], JSON.stringify(body));
  const list = async () => (await shop.owner.get('/customers')).body.data as Record<string, unknown>[];
  const named = async (name: string) => (await list()).find((customer) => customer.name === name);
  assert.deepEqual([(await named('Older'))?.points, (await named('New'))?.points], [0, 7]);
  const product = await aProduct(shop, { stock: 5 });
  const items = [{ product_id: product.id, quantity: 1 }];
  const customer_id = (await named('Buyer'))?.id;
  assert.equal((await shop.owner.post('/transactions', { items, payment_method: 'cash', customer_id })).status, 201);
  const { data } = (await undo(shop, id)).body;
  assert.deepEqual(countsOf(data), { ...none, removed: 1, restored: 1, kept: 1 });
  const { name, phone } = (await shop.owner.get(`/customers/${old.id}`)).body.data;
  assert.deepEqual([name, phone], ['Old', null]);
  assert.equal(await named('New'), undefined);
});

test('keeps what is edited while the undo begins', async () => {
  const shop = await aShop(app);
  const file = 'Name,Email\nAda,ada@example.com\n';
  const fields = { mapping: JSON.stringify({ name: 'Name', email: 'Email' }) };
  const { id } = await upload(shop, 'import', file, { base: 'customers', fields });
  const holder = await app.admin.connect();
  try {
    await holder.query('begin');
    await holder.query(`update customers set name = 'Ada Lovelace' where merchant_id = $1`, [shop.merchant_id]);
    const undone = undo(shop, id);
    await untilLockWait(app.admin);
    await holder.query('commit');
    assert.deepEqual(countsOf((await undone).body.data), { ...none, kept: 1 });
  } finally {
    holder.release();
  }
});

test('forgets what an import recorded of a customer who is erased', async () => {
  const shop = await aShop(app);
  await upload(shop, 'import', 'Name,Email\nIna,ina@example.com', { base: 'customers' });
  const { id } = (await shop.owner.get('/customers')).body.data[0];
  assert.equal((await shop.owner.post(`/customers/${id}/erase`, {})).status, 200);
  const { rows } = await app.admin.query('select from import_changes where subject_id = $1', [id]);
  assert.equal(rows.length, 0);
});

test('sets back the stock of each warehouse', async () => {
  const shop = await aShop(app);
  const attic = await aWarehouse(shop, 'Attic');
  const product = await aProduct(shop, { sku: 'A', stock: 4 });
  const fields = {
    mapping: '{"sku":"sku"}',
    stock_columns: JSON.stringify({ here: shop.warehouse_id, there: attic }),
  };
  const { id } = await load(shop, 'sku,here,there\nA,1,9', { fields });
  await undo(shop, id);
  const levels = (await shop.owner.get(`/inventory?product_id=${product.id}`)).body.data;
  assert.deepEqual(levels.map(({ stock }: { stock: number }) => stock).sort(), [0, 4]);
});

test('deletes the categories that the import created, except those that are used', async () => {
  const shop = await aShop(app);
  await shop.owner.post('/categories', { name: 'By hand' });
  // More products than leave a category in one transaction.
  const many = Array.from({ length: 510 }, (_, at) => `M${at},N,1,,Many`);
  const used = ['HAND,N,1,,By hand', 'EDITED,N,1,,Edited', 'SOLD,N,1,5,Sold', 'ONE,N,1,,One'];
  const { id } = await load(shop, ['sku,name,price,stock,category', ...used, ...many].join('\n'));
  await shop.owner.post('/categories', { name: 'Later' });
  const idOf = async (sku: string) => (await shop.owner.get(`/products?search=${sku}`)).body.data[0].id as string;
  await shop.owner.put(`/products/${await idOf('EDITED')}`, { price: 9 });
  const product_id = await idOf('SOLD');
  const items = [{ product_id, quantity: 1 }];
  assert.equal((await shop.owner.post('/transactions', { items, payment_method: 'cash' })).status, 201);
  await shop.owner.delete(`/products/${product_id}`);
  const { data } = (await undo(shop, id)).body;
  assert.deepEqual(countsOf(data), { ...none, removed: 512, kept: 2 });
  const names = async (of: Shop) =>
    (await of.owner.get('/categories')).body.data.map(({ name }: { name: string }) => name);
  assert.deepEqual(await names(shop), ['By hand', 'Edited', 'Later', 'Sold']);
  const { rows } = await app.admin.query(
    `select payload::json->>'name' as name from events where type = 'category.deleted' and merchant_id = $1 order by 1`,
    [shop.merchant_id],
  );
  assert.deepEqual(rows, [{ name: 'Many' }, { name: 'One' }]);
});

test('keeps what the catalogue rejects, and says why', async () => {
  const shop = await aShop(app);
  await aProduct(shop, { sku: 'FIRST', name: 'First', price: 4, cost: 1, tax_rate: 7, barcode: 'B1' });
  await aProduct(shop, { sku: 'OTHER', name: 'Other', price: 2, cost: 1, tax_rate: 7, barcode: 'B3' });
  const { id } = await load(shop, 'sku,name,price,cost,tax_rate,barcode\nFIRST,First,5,2,19,B2\nOTHER,Other,3,2,19,B4');
  await aProduct(shop, { sku: 'SINCE', price: 4, barcode: 'B1' });
  const { body } = await undo(shop, id);
  assert.deepEqual(countsOf(body.data), { ...none, restored: 1, failed: 1 });
  assert.deepEqual(
    body.data.entries.map(({ sku, name, field, outcome }: Record<string, string>) => [sku, name, field, outcome]),
    [['FIRST', 'First', 'barcode', 'failed']],
  );
  const shown = async (sku: string) => {
    const { price, cost, tax_rate, barcode } = (await bySku(shop))[sku];
    return [price, cost, tax_rate, barcode];
  };
  assert.deepEqual(await shown('FIRST'), [5, 2, 19, 'B2']);
  assert.deepEqual(await shown('OTHER'), [2, 1, 7, 'B3']);
});
