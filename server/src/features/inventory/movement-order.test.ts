import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { load } from '../../../../test/files.ts';
import { aProduct, aShop, aWarehouse, type Shop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { sendBeside } from '../../../../test/waiting.ts';
import { adjustStock } from './adjust-stock.ts';

const app = await createTestApp();
// The checks at the end compare times.
after(() => app.clock.set(new Date().toISOString()));

interface Movement {
  type: string;
  quantity: number;
  balance: number;
  created_at: string;
}

/** The movements of a product in the shop's warehouse, newest first. */
async function movementsOf({ owner, warehouse_id }: Shop, product_id: string): Promise<Movement[]> {
  const found: Movement[] = [];
  for (let cursor = ''; ; ) {
    const query = `product_id=${product_id}&warehouse_id=${warehouse_id}&limit=100${cursor}`;
    const { data, meta } = (await owner.get(`/inventory/movements?${query}`)).body;
    found.push(...data);
    if (typeof meta.next_cursor !== 'string') return found;
    cursor = `&cursor=${meta.next_cursor}`;
  }
}

/** Each balance is that of the movement before and the quantity; the newest is the stock. */
async function assertInOrder(shop: Shop, product_id: string): Promise<void> {
  const movements = await movementsOf(shop, product_id);
  const { data } = (await shop.owner.get(`/inventory?product_id=${product_id}&warehouse_id=${shop.warehouse_id}`)).body;
  let balance = data[0].stock;
  for (const movement of movements) {
    assert.equal(movement.balance, balance, JSON.stringify(movement));
    balance -= movement.quantity;
  }
  assert.equal(balance, 0);
}

test('a movement that waited for another one comes after it', async () => {
  const shop = await aShop(app);
  const { id: product_id } = await aProduct(shop, { stock: 10 });
  app.clock.freeze('2027-03-01T10:00:00.500Z');
  const { status, body } = await sendBeside(
    shop,
    (tx, ctx) => adjustStock(tx, ctx, { product_id, type: 'addition', quantity: 5 }),
    () => {
      // The request began before the other transaction, and reached the level after it.
      app.clock.freeze('2027-03-01T10:00:00.000Z');
      return shop.owner.post('/inventory/adjustment', { product_id, type: 'out', quantity: 2 });
    },
  );
  assert.equal(status, 200);
  const [newest, second] = await movementsOf(shop, product_id);
  assert.deepEqual([newest?.type, newest?.balance, second?.type], ['subtraction', 13, 'addition']);
  assert.equal(newest?.created_at, '2027-03-01T10:00:00.500Z');
  assert.equal(body.data.movement.created_at, newest?.created_at);
  const { data } = (await shop.owner.get('/events?types=stock.moved')).body;
  assert.deepEqual([data.at(-1).timestamp, data.at(-1).data.movement.balance], [newest?.created_at, 13]);
  await assertInOrder(shop, product_id);
});

test('a level with a time far ahead does not pass it on', async () => {
  const shop = await aShop(app);
  const { id: product_id } = await aProduct(shop, { stock: 10 });
  const moveAt = async (at: string) => {
    app.clock.freeze(at);
    const { body } = await shop.owner.post('/inventory/adjustment', { product_id, type: 'in', quantity: 1 });
    return body.data.movement.created_at;
  };
  assert.equal(await moveAt('2027-03-02T10:01:00.000Z'), '2027-03-02T10:01:00.000Z');
  assert.equal(await moveAt('2027-03-02T10:00:00.000Z'), '2027-03-02T10:01:00.000Z');
  assert.equal(await moveAt('2027-03-02T09:59:59.999Z'), '2027-03-02T09:59:59.999Z');
});

test('concurrent sales, adjustments, transfers, imports and parked sales are listed in their order', async () => {
  const shop = await aShop(app);
  app.clock.set(new Date().toISOString());
  const attic = await aWarehouse(shop, 'Attic');
  const { id: product_id } = await aProduct(shop, { sku: 'ONE', stock: 10_000 });
  const items = [{ product_id, quantity: 2 }];
  const stock = { product_id, quantity: 3 };
  const transfer = { ...stock, from_warehouse: shop.warehouse_id, to_warehouse: attic };
  const acts: (() => Promise<{ status: number }>)[] = [
    () => shop.owner.post('/transactions', { items, payment_method: 'cash' }),
    () => shop.owner.post('/inventory/adjustment', { ...stock, type: 'addition' }),
    () => shop.owner.post('/inventory/transfer', transfer),
    () => shop.owner.post('/transactions', { items, status: 'pending' }),
    () => shop.owner.put(`/products/${product_id}`, { stock: 9_000 }),
  ];
  for (let round = 0; round < 5; round += 1) {
    const sent = Array.from({ length: 20 }, (_, at) => acts[at % acts.length]?.());
    const answers = await Promise.all([...sent, load(shop, `sku,stock\nONE,${8_000 + round}\n`)]);
    for (const answer of answers) assert.ok(answer !== undefined && answer.status < 300);
  }
  await assertInOrder(shop, product_id);
});
