import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aProduct, aShop, aStaffMember } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const app = await createTestApp();
const shop = await aShop(app);
const { owner } = shop;
const cashier = await aStaffMember(shop, 'cashier');
const tea = await aProduct(shop, { name: 'Tea', price: 10, stock: 1_000 });
const cake = await aProduct(shop, { name: 'Cake', price: 5, stock: 1_000 });

async function record(body: object): Promise<string> {
  const answer = await owner.post('/transactions', body);
  assert.equal(answer.status, 201, answer.text);
  return answer.body.data.id;
}

/** The summary of a request that needs an approval, without the code of its sale. */
async function summaryOf(act: { action: string; method: string; path: string; body: object }): Promise<string> {
  const { status, body, text } = await cashier.post('/approvals', act);
  assert.equal(status, 201, text);
  return body.data.summary.replace(/[0-9]+-[A-Z0-9]{6}/, 'the sale');
}

const items = [
  { product_id: tea.id, quantity: 2, discount: { percent: 10 } },
  { product_id: cake.id, quantity: 1, discount: 1 },
];

/** Compares the summary of each change with the parked sale after it. */
async function assertChanges(parked: object, changes: readonly [change: object, summary: string][]): Promise<void> {
  for (const [body, expected] of changes) {
    const id = await record({ items, status: 'pending', ...parked });
    const path = `/transactions/${id}`;
    const summary = await summaryOf({ action: 'discount', method: 'PUT', path, body });
    const { discount, total_amount } = (await owner.put(path, body)).body.data;
    assert.equal(summary, expected);
    const [, given, total] = /^Discount of (\S+) .*?on the sale of ([\d.]+)/.exec(summary) ?? [];
    assert.deepEqual([Number(given), Number(total)], [discount, total_amount]);
  }
}

test('a change of the discount of a parked sale is summed up with the discounts of its lines', () =>
  assertChanges({ discount: 2 }, [
    [{ discount: 4 }, 'Discount of 7 on the sale of 18'],
    [{ discount: { percent: 50 } }, 'Discount of 14 on the sale of 11'],
    [{ discount: 0 }, 'Discount of 3 on the sale of 22'],
    [{ label: 'Table 4' }, 'Discount of 5 on the sale of 20'],
  ]));

test('new items of a parked sale keep its own discount, not those of the lines before', () =>
  assertChanges({ discount: 2 }, [
    [{ items: [{ product_id: tea.id, quantity: 1 }] }, 'Discount of 2 on the sale of 8'],
    [{ items: [{ product_id: tea.id, quantity: 1, discount: 3 }] }, 'Discount of 5 on the sale of 5'],
    [{ items: [{ product_id: tea.id, quantity: 1 }], discount: 1 }, 'Discount of 1 on the sale of 9'],
  ]));

test('a percentage off a parked sale stays a percentage of its new items', () =>
  assertChanges({ discount: { percent: 50 } }, [
    [{ items: [{ product_id: tea.id, quantity: 4 }] }, 'Discount of 20 on the sale of 20'],
    [{ label: 'Table 4' }, 'Discount of 14 on the sale of 11'],
  ]));

test('lowered prices of a parked sale are named, whether its lines are sent again or not', () => {
  const lowered = [{ product_id: tea.id, quantity: 2, price: 8 }];
  const summary = 'Discount of 1 and prices changed by 4 on the sale of 15: 2 × Tea at 8 instead of 10';
  return assertChanges({ items: lowered }, [
    [{ discount: 1 }, summary],
    [{ items: lowered, discount: 1 }, summary],
  ]);
});

test('a refund of units is summed up as what it gives, after units that were refunded for another amount', async () => {
  const units = (quantity: number) => ({ items: [{ product_id: tea.id, quantity }] });
  for (const [first, now, amount] of [
    [1, 1, 10],
    [1, 2, 20],
    [25, 1, 5],
    [30, 1, 0],
  ] as const) {
    const id = await record({
      items: [
        { product_id: tea.id, quantity: 3 },
        { product_id: cake.id, quantity: 1 },
      ],
      payment_method: 'cash',
    });
    const path = `/transactions/${id}/refund`;
    assert.equal((await owner.post(path, { ...units(1), amount: first })).status, 201);
    const summary = await summaryOf({ action: 'refund', method: 'POST', path, body: units(now) });
    assert.equal(summary, `Refund of ${amount} on the sale for ${now} ${now === 1 ? 'unit' : 'units'}`);
    assert.equal((await owner.post(path, units(now))).body.data.amount, amount);
  }
});
