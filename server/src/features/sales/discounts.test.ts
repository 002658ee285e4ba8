import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aProduct, aShop, aStaffMember } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const app = await createTestApp();
const shop = await aShop(app);
const { owner } = shop;
await owner.put('/merchant', { price_override_roles: ['owner', 'manager'] });
const cashier = await aStaffMember(shop, 'cashier');
const product = await aProduct(shop, { price: 9.99, stock: 1_000 });
const sell = (fields: object, caller = owner) => caller.post('/transactions', { payment_method: 'cash', ...fields });
const items = [{ product_id: product.id, quantity: 1 }];

test('takes a percentage off a line and off the sale, and returns both amount and percentage', async () => {
  const body = { items: [{ ...items[0], quantity: 3, discount: { percent: 12.5 } }], discount: { percent: 33.3333 } };
  const { data } = (await sell(body)).body;
  // 12.5 % of 29.97 is 3.74625; 33.3333 % of 26.22 is 8.73999….
  assert.deepEqual([data.discount, data.discount_percent, data.total_amount], [12.49, 33.3333, 17.48]);
  assert.deepEqual([data.items[0].discount, data.items[0].discount_percent], [12.49, 12.5]);
  const again = (await owner.get(`/transactions/${data.id}`)).body.data;
  assert.deepEqual([again.discount_percent, again.items[0].discount_percent], [33.3333, 12.5]);
  const plain = (await sell({ items: [{ ...items[0], discount: 1 }] })).body.data;
  assert.deepEqual([plain.discount, plain.discount_percent, plain.items[0].discount_percent], [1, null, null]);
});

for (const [what, discount, field, message] of [
  ['more than 100 percent', { percent: 100.5 }, 'percent', 'must be at most 100'],
  ['a negative percentage', { percent: -1 }, 'percent', 'must be at least 0'],
  ['five decimals', { percent: 1.00001 }, 'percent', 'must have at most 4 decimals'],
  ['no percentage', {}, 'percent', 'is required'],
  ['text', '10%', '', 'must be a number or an object'],
  ['a list', [10], '', 'must be a number or an object'],
] as const) {
  test(`rejects a discount and names its field: ${what}`, async () => {
    const wrong = await sell({ items: [{ ...items[0], discount }], discount });
    assert.equal(wrong.status, 422);
    const path = (of: string) => (field === '' ? of : `${of}.${field}`);
    assert.deepEqual(
      wrong.body.error.details.filter(({ field: name }: { field: string }) => name.includes('discount')),
      [
        { field: path('items[0].discount'), message },
        { field: path('discount'), message },
      ],
    );
  });
}

test('a cashier may give a percentage of exactly the limit, although it is rounded half up, but not more', async () => {
  assert.equal((await sell({ items: [{ ...items[0], discount: { percent: 20 } }] }, cashier)).status, 201);
  assert.equal((await sell({ items, discount: { percent: 20 } }, cashier)).status, 201);
  const beyond = await sell({ items, discount: { percent: 21 } }, cashier);
  assert.deepEqual([beyond.status, beyond.body.error.details[0].field], [403, 'discount']);
});
