import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aCustomer, aProduct, aShop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const app = await createTestApp();
const shop = await aShop(app);
const { owner } = shop;
await owner.put('/merchant', { allow_custom_items: true });
const product = await aProduct(shop, { price: 10 });
const customer = await aCustomer(shop);
const item = { product_id: product.id, quantity: 2 };

/** The errors of a sale of 20.00 with these fields, without that of its malformed note. */
async function errorsOf(fields: object): Promise<Record<string, string>> {
  const answer = await owner.post('/transactions', { items: [item], note: 5, ...fields });
  assert.deepEqual([answer.status, answer.body.error.code], [422, 'VALIDATION_ERROR'], answer.text);
  const details = answer.body.error.details as { field: string; message: string }[];
  const { note, ...others } = Object.fromEntries(details.map(({ field, message }) => [field, message]));
  assert.equal(note, 'must be a string or null');
  return others;
}

const cash = (amount: number) => ({ method: 'cash', amount });
const card = (amount: number) => ({ method: 'card', amount });

const accepted: [title: string, fields: object][] = [
  [
    'an uppercase product and customer',
    { items: [{ ...item, product_id: product.id.toUpperCase() }], customer_id: customer.id.toUpperCase() },
  ],
  ['a discount of the whole line', { items: [{ ...item, discount: 20 }] }],
  ['a discount of the whole sale', { discount: 20 }],
  ['the whole line in percent', { items: [{ ...item, discount: { percent: 100 } }], discount: 0 }],
  ['payments of the total', { payments: [card(12.5), cash(7.5)] }],
  ['payments of the total after the discount of a line', { items: [{ ...item, discount: 3 }], payments: [card(17)] }],
  ['payments of the total after the discount of the sale', { discount: 4, payments: [card(16)] }],
  ['payments of two lines with prices of their own', { items: [{ ...item, price: 3 }, item], payments: [card(26)] }],
  ['change up to the cash', { payments: [card(20), cash(1)] }],
  ['change of two payments in cash', { payments: [cash(11), cash(11)] }],
  ['a tendered amount of the total', { payment_method: 'cash', amount_tendered: 20 }],
  ['a tendered amount of the total after a discount', { payment_method: 'cash', amount_tendered: 15, discount: 5 }],
  [
    'a custom item with a name and a price',
    { items: [{ name: 'Repair', price: 5, quantity: 2 }], payments: [card(10)] },
  ],
];
for (const [title, fields] of accepted) {
  test(`finds no error in ${title}`, async () => {
    assert.deepEqual(await errorsOf(fields), {});
  });
}

const unknown = '00000000-0000-7000-8000-000000000000';
const rejected: [title: string, fields: object, errors: Record<string, string>][] = [
  [
    'a discount of more than the line',
    { items: [{ ...item, discount: 20.01 }] },
    { 'items[0].discount': 'is more than the line comes to' },
  ],
  ['a discount of more than the sale', { discount: 20.01 }, { discount: 'is more than the sale comes to' }],
  [
    'a discount of more than what the lines leave',
    { items: [{ ...item, discount: 5 }], discount: 15.01 },
    { discount: 'is more than the sale comes to' },
  ],
  ['payments below the total', { payments: [card(19.99)] }, { payments: 'do not add up to the total' }],
  [
    'payments below the total of two lines',
    { items: [item, item], payments: [card(20)] },
    { payments: 'do not add up to the total' },
  ],
  [
    'card payments above the total',
    { payments: [card(20.01)] },
    { payments: 'are more than the total, and not in cash' },
  ],
  [
    'a payment of a line that costs nothing',
    { items: [{ ...item, discount: 20 }], payments: [card(1)] },
    { payments: 'are more than the total, and not in cash' },
  ],
  [
    'a payment of a sale that costs nothing',
    { discount: 20, payments: [card(1)] },
    { payments: 'are more than the total, and not in cash' },
  ],
  [
    'change of more than the cash',
    { payments: [card(20.5), cash(0.49)] },
    { payments: 'are more than the total, and not in cash' },
  ],
  [
    'a tendered amount below the total',
    { payment_method: 'cash', amount_tendered: 19.99 },
    { amount_tendered: 'does not reach what is to be paid in cash' },
  ],
  [
    'unknown records',
    { items: [{ ...item, product_id: unknown }], customer_id: unknown, branch_id: unknown },
    {
      'items[0].product_id': 'is not a product of this merchant',
      customer_id: 'is not a customer of this merchant',
      branch_id: 'is not a branch of this merchant',
    },
  ],
  [
    'a custom item without a name and a price',
    { items: [item, { quantity: 1 }] },
    {
      'items[1].name': 'is required where there is no product_id',
      'items[1].price': 'is required where there is no product_id',
    },
  ],
  [
    'too many decimals',
    { expected_total: 1.001, items: [{ ...item, price: 1.001, discount: { percent: 1.00001 } }] },
    {
      'items[0].price': 'has more decimals than USD',
      'items[0].discount.percent': 'must have at most 4 decimals',
      expected_total: 'has more decimals than USD',
    },
  ],
];
for (const [title, fields, errors] of rejected) {
  test(`names ${title} beside a malformed field`, async () => {
    assert.deepEqual(await errorsOf(fields), errors);
  });
}
