import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aCustomer, aProduct, aShop, aStaffMember } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { newId } from '../../core/ids.ts';

/** Schema errors and rule violations in one response, for requests that change an existing record. */
const app = await createTestApp();
const shop = await aShop(app);
const tea = await aProduct(shop, { price: 3, stock: 10 });
const coffee = await aProduct(shop, { price: 5, stock: 10 });

type Method = 'post' | 'put';

async function faultsOf(
  path: string,
  body: unknown,
  method: Method = 'post',
  caller = shop.owner,
): Promise<Record<string, string>> {
  const answer = await caller[method](path, body);
  assert.deepEqual([answer.status, answer.body.error?.code], [422, 'VALIDATION_ERROR'], answer.text);
  const rows = answer.body.error.details.map(({ field, message }: { field: string; message: string }) => [
    field,
    message,
  ]);
  assert.equal(new Set(rows.map(([field]: [string]) => field)).size, rows.length, 'each field is reported once');
  return Object.fromEntries(rows);
}

async function aSale(fields: object): Promise<string> {
  const answer = await shop.owner.post('/transactions', { items: [{ product_id: tea.id, quantity: 2 }], ...fields });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.data.id;
}

test('a correction of points reports 0 points together with a missing or malformed reason', async () => {
  const { id } = await aCustomer(shop);
  const path = `/customers/${id}/loyalty/corrections`;
  assert.deepEqual(await faultsOf(path, { points: 0, reason: 5 }), {
    reason: 'must be a string',
    points: 'must not be 0',
  });
  assert.deepEqual(await faultsOf(path, { points: 0 }), { reason: 'is required', points: 'must not be 0' });
  assert.deepEqual(Object.keys(await faultsOf(path, { points: 0.5 })).sort(), ['points', 'reason']);
});

test('a change of a staff member reports malformed fields and branches of other merchants', async () => {
  const manager = await aStaffMember(shop, 'manager');
  const { id } = (await manager.get('/auth/me')).body.data;
  const unknown = 'is not a branch of this merchant';
  assert.deepEqual(
    await faultsOf(`/staff/${id}`, { name: 5, branch_id: newId(), branch_ids: [newId(), 'no id'] }, 'put'),
    {
      name: 'must be a string',
      'branch_ids[1]': 'must be a UUID',
      'branch_ids[0]': unknown,
      branch_id: unknown,
    },
  );
  assert.deepEqual(await faultsOf(`/staff/${shop.owner_id}`, { name: 5, branch_ids: [shop.branch_id] }, 'put'), {
    name: 'must be a string',
    branch_ids: 'must be null: an owner is limited to no branch',
  });
  assert.deepEqual(await faultsOf(`/staff/${newId()}`, { name: 5, branch_id: newId() }, 'put'), {
    name: 'must be a string',
  });
});

test('a refund reports malformed fields, amounts, items that were not sold, and an impossible payment method', async () => {
  const id = await aSale({ payment_method: 'cash' });
  const body = {
    items: [
      { product_id: coffee.id, quantity: 1 },
      { product_id: tea.id.toUpperCase(), quantity: 'one' },
      { product_id: newId(), quantity: 1 },
    ],
    amount: 1.005,
    payment_method: 'points',
  };
  const faults = {
    'items[0].product_id': 'is not part of this transaction',
    'items[2].product_id': 'is not part of this transaction',
    amount: 'has more decimals than USD',
    payment_method: 'cannot be points: nothing of this transaction was paid by points',
  };
  for (const path of [`/transactions/${id}/refund`, `/transactions/${id}/refund/preview`]) {
    assert.deepEqual(await faultsOf(path, body), { ...faults, 'items[1].quantity': 'must be an integer' });
    const wellTyped = { ...body, items: body.items.map((item) => ({ ...item, quantity: 1 })) };
    assert.deepEqual(await faultsOf(path, wellTyped), faults, 'also without schema errors');
    assert.deepEqual(await faultsOf(path, { amount: 0, reason: 5 }), {
      amount: 'must be more than 0',
      reason: 'must be a string or null',
    });
    assert.deepEqual(Object.keys(await faultsOf(path, { amount: 0, items: 5 })), ['items']);
  }
});

test('a refund reveals nothing about a sale in a branch that the user may not read', async () => {
  const id = await aSale({ payment_method: 'cash' });
  const harbour = (await shop.owner.post('/branches', { name: 'Harbour' })).body.data.id;
  const manager = await aStaffMember(shop, 'manager');
  const { id: person } = (await manager.get('/auth/me')).body.data;
  assert.equal((await shop.owner.put(`/staff/${person}`, { branch_ids: [harbour] })).status, 200);
  const body = { items: [{ product_id: coffee.id, quantity: 1 }], reason: 5 };
  assert.deepEqual(await faultsOf(`/transactions/${id}/refund`, body, 'post', manager), {
    reason: 'must be a string or null',
  });
});

test('the completion of a parked sale reports all errors of its payment', async () => {
  await shop.owner.put('/merchant', { point_value: 0.01 });
  const path = `/transactions/${await aSale({ status: 'pending' })}/complete`;
  assert.deepEqual(
    await faultsOf(path, {
      payments: [
        { method: 'points', amount: 1 },
        { method: 'card', amount: 2, reference: 5 },
      ],
      amount_tendered: 10,
    }),
    {
      'payments[1].reference': 'must be a string or null',
      payments: 'do not add up to the total',
      amount_tendered: 'is for cash',
      customer_id: 'is required to pay with points',
    },
  );
  assert.deepEqual(await faultsOf(path, { payments: [{ method: 'card', amount: 7 }], amount_tendered: 1.005 }), {
    payments: 'are more than the total, and not in cash',
    amount_tendered: 'has more decimals than USD',
  });
  assert.deepEqual(await faultsOf(path, { payment_method: 'cash', amount_tendered: 5, payments: 'none' }), {
    payments: 'must be an array',
    amount_tendered: 'does not reach what is to be paid in cash',
  });
  assert.equal((await shop.owner.post(path, { payment_method: 'cash', amount_tendered: 6 })).status, 200);
});

test('a change of many products reports malformed fields and all impossible amounts', async () => {
  assert.deepEqual(
    await faultsOf('/products/bulk-update', {
      ids: [tea.id, 'no id'],
      changes: { status: 'sold', price: 1.005, tax_rate: 1.00001 },
    }),
    {
      'ids[1]': 'must be a UUID',
      'changes.status': 'must be one of active, inactive',
      'changes.price': 'has more decimals than the currency',
      'changes.tax_rate': 'must have at most four decimals',
    },
  );
  assert.deepEqual(Object.keys(await faultsOf('/products/bulk-update', { ids: [tea.id], changes: 5 })), ['changes']);
});
