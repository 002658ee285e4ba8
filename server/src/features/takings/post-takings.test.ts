import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestHouse } from '../../../../test/house.ts';
import { aShop, type Shop } from '../../../../test/shop.ts';
import { postTakings, type Taking } from './post-takings.ts';

const house = await openTestHouse();

const taking = (shop: Shop, fields: Partial<Taking> = {}): Taking => ({
  branch_id: shop.branch_id,
  day: '2026-03-01',
  hour: 9,
  sales: 1,
  items_sold: 2,
  gross: 1_000n,
  discounts: 0n,
  refunds: 0n,
  tax: 100n,
  cost: 400n,
  methods: [{ method: 'cash', payments: 1, amount: 1_000n }],
  products: [],
  ...fields,
});

const undo = (done: Taking): Taking => ({
  ...done,
  sales: -done.sales,
  items_sold: -done.items_sold,
  gross: -done.gross,
  tax: -done.tax,
  cost: -done.cost,
  methods: done.methods.map(({ method, payments, amount }) => ({ method, payments: -payments, amount: -amount })),
});

const post = (shop: Shop, takings: Taking[]) => house.database.transaction(shop.merchant_id, (tx) => postTakings(tx, takings));

test('changes of one row are summed, whether they come together or one after another', async () => {
  const shop = await aShop(house);
  const two = [taking(shop), taking(shop)];
  await post(shop, two);
  await post(shop, [taking(shop)]);
  const { rows } = await house.admin.query('select sales, gross from takings where merchant_id = $1', [shop.merchant_id]);
  assert.deepEqual(rows, [{ sales: 3, gross: '3000' }]);
  const methods = await house.admin.query('select payments, amount from takings_by_method where merchant_id = $1', [shop.merchant_id]);
  assert.deepEqual(methods.rows, [{ payments: 3, amount: '3000' }]);
  await post(shop, [...two, taking(shop)].map(undo));
});

test('tills that change the same rows in opposite orders queue and lose nothing', async () => {
  const shop = await aShop(house);
  const hours = Array.from({ length: 24 }, (_, hour) => taking(shop, { hour }));
  const tills = Array.from({ length: 12 }, (_, index) => (index % 2 === 0 ? hours : hours.toReversed()));
  let attempts = 0;
  const postCounted = (takings: Taking[]) =>
    house.database.transaction(shop.merchant_id, (tx) => {
      attempts += 1;
      return postTakings(tx, takings);
    });
  await Promise.all(tills.map(postCounted));
  assert.equal(attempts, tills.length, 'a deadlock would have been tried again');
  const { rows } = await house.admin.query('select distinct sales from takings where merchant_id = $1', [shop.merchant_id]);
  assert.deepEqual(rows, [{ sales: 12 }]);
  await Promise.all(tills.map((takings) => post(shop, takings.map(undo))));
});
