import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ActRequest, approved, codeOf, send } from '../../../../test/approvals.ts';
import { fieldsOf } from '../../../../test/caller.ts';
import { aProduct, aShop, aStaffMember } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const app = await createTestApp();
const shop = await aShop(app);
const { owner } = shop;
const manager = await aStaffMember(shop, 'manager');
const cashier = await aStaffMember(shop, 'cashier');
const product = await aProduct(shop, { price: 100, stock: 1_000 });

const setRules = async (rules: object[], settings: object = {}) => {
  const { status, text } = await owner.put('/merchant', { ...plain, ...settings, approval_rules: rules });
  assert.equal(status, 200, text);
};
const plain = {
  price_override_roles: ['owner', 'manager', 'cashier'],
  max_discount_percent: { cashier: 20, manager: 100 },
  cashier_refund_limit: null,
};
const item = (fields: object = {}) => ({ product_id: product.id, quantity: 1, ...fields });
const sell = (fields: object = {}, body: object = {}): ActRequest => ({
  action: 'discount',
  path: '/transactions',
  body: { items: [item(fields)], payment_method: 'cash', ...body },
});
const stock = async () => (await owner.get(`/products/${product.id}`)).body.data.stock;

/** The codes of these sales of a cashier; no rejected one moves stock. */
async function codesOf(...acts: ActRequest[]): Promise<string[]> {
  const codes: string[] = [];
  for (const act of acts) {
    const before = await stock();
    const answer = await send(cashier, act);
    codes.push(codeOf(answer));
    if (answer.status !== 201) assert.equal(await stock(), before);
  }
  return codes;
}

test('discounts above the amount of the rule need an approval, of lines and sale together', async () => {
  await setRules([{ action: 'discount', above_amount: 10 }]);
  assert.deepEqual(
    await codesOf(
      sell({ discount: 10 }),
      sell({ discount: 10.01 }),
      sell({ discount: 4 }, { discount: 6 }),
      sell({ discount: 4 }, { discount: 6.01 }),
    ),
    ['201 OK', '403 APPROVAL_REQUIRED', '201 OK', '403 APPROVAL_REQUIRED'],
  );
  const answer = await send(cashier, sell({ discount: 11 }));
  assert.deepEqual(answer.body.error.details, [{ field: 'approval', message: 'is needed for the action discount' }]);
  for (const exempt of [owner, manager]) assert.equal((await send(exempt, sell({ discount: 11 }))).status, 201);
});

test('discounts above the share of the rule need an approval, lowered prices included', async () => {
  await setRules([{ action: 'discount', above_percent: 5 }], { price_override_roles: ['owner', 'manager'] });
  assert.deepEqual(
    await codesOf(
      sell({ discount: 5 }),
      sell({ discount: 5.01 }),
      sell({ discount: { percent: 5 } }),
      sell({ discount: { percent: 5.01 } }),
      sell({}, { discount: 5.01 }),
    ),
    ['201 OK', '403 APPROVAL_REQUIRED', '201 OK', '403 APPROVAL_REQUIRED', '403 APPROVAL_REQUIRED'],
  );
  await setRules([{ action: 'discount', above_percent: 5 }]);
  assert.deepEqual(await codesOf(sell({ price: 95 }), sell({ price: 94.99 })), ['201 OK', '403 APPROVAL_REQUIRED']);
});

test('a rule without limits covers every discount, and no other price', async () => {
  await setRules([{ action: 'discount' }]);
  assert.deepEqual(await codesOf(sell(), sell({ price: 90 }), sell({ discount: 0 }), sell({ discount: 0.01 })), [
    '201 OK',
    '201 OK',
    '201 OK',
    '403 APPROVAL_REQUIRED',
  ]);
});

test('price changes up and down count by their difference to the list price', async () => {
  await setRules([{ action: 'price_override', above_amount: 10 }]);
  assert.deepEqual(
    await codesOf(
      sell({ price: 90 }),
      sell({ price: 110 }),
      sell({ price: 89.99 }),
      sell({ price: 110.01 }),
      sell({ price: 95, quantity: 2 }),
      sell({ price: 94.99, quantity: 2 }),
      sell({}, { items: [item({ price: 95 }), item({ price: 105 })] }),
      sell({}, { items: [item({ price: 95 }), item({ price: 105.01 })] }),
      sell({ discount: 20 }),
    ),
    [
      ...['201 OK', '201 OK', '403 APPROVAL_REQUIRED', '403 APPROVAL_REQUIRED', '201 OK', '403 APPROVAL_REQUIRED'],
      ...['201 OK', '403 APPROVAL_REQUIRED', '201 OK'],
    ],
  );
  await setRules([{ action: 'price_override', above_percent: 10 }]);
  assert.deepEqual(
    await codesOf(
      sell({ price: 90, quantity: 3 }),
      sell({ price: 89.99 }),
      sell({}, { items: [item({ price: 100 }), item({ price: 110.01 })] }),
    ),
    ['201 OK', '403 APPROVAL_REQUIRED', '403 APPROVAL_REQUIRED'],
  );
});

test('the older settings refuse as before, unless a rule for the action exists', async () => {
  const strict = { price_override_roles: ['owner'], max_discount_percent: { cashier: 20, manager: 50 } };
  await setRules([{ action: 'refund' }], strict);
  assert.deepEqual(await codesOf(sell({ price: 99 }), sell({ discount: 20.01 })), ['403 FORBIDDEN', '403 FORBIDDEN']);
  await setRules([{ action: 'price_override', above_amount: 50 }], strict);
  assert.deepEqual(await codesOf(sell({ price: 99 }), sell({ discount: 20.01 })), [
    '403 APPROVAL_REQUIRED',
    '403 FORBIDDEN',
  ]);
  await setRules([{ action: 'discount', above_amount: 50 }], strict);
  assert.deepEqual(await codesOf(sell({ discount: 20 }), sell({ discount: 20.01 })), [
    '201 OK',
    '403 APPROVAL_REQUIRED',
  ]);
});

test('without a rule, an approval of a person who may give the discount alone is enough', async () => {
  await setRules([], { price_override_roles: ['owner'], max_discount_percent: { cashier: 20, manager: 50 } });
  for (const [discount, approver, expected] of [
    [50, manager, '201 OK'],
    [50.01, manager, '403 FORBIDDEN'],
    [50.01, owner, '201 OK'],
  ] as const) {
    const act = sell({ discount });
    assert.equal(codeOf(await send(cashier, act, await approved(cashier, approver, act))), expected);
  }
});

test('one approval covers discount and price, if its approver is exempt for both', async () => {
  const rules = [{ action: 'discount' }, { action: 'price_override', exempt_roles: ['owner'] }];
  await setRules(rules);
  const act = sell({ price: 90, discount: 1 });
  const refused = await send(cashier, act);
  assert.deepEqual(fieldsOf(refused), ['approval', 'approval']);
  const half = await send(cashier, act, await approved(cashier, manager, act));
  assert.deepEqual(half.body.error.details, [
    { field: 'approval', message: 'is needed for the action price_override' },
  ]);
  assert.equal(half.body.error.code, 'APPROVAL_REQUIRED');
  assert.equal(
    (await send(cashier, act, await approved(cashier, owner, { ...act, action: 'price_override' }))).status,
    201,
  );
});

test('a quote lists a needed approval as a problem', async () => {
  await setRules([{ action: 'discount' }, { action: 'price_override' }]);
  const quote = async (caller: typeof owner) =>
    (await caller.post('/transactions/quote', sell({ price: 90, discount: 1 }).body)).body.data;
  const { problems, total_amount } = await quote(cashier);
  assert.equal(total_amount, 89);
  assert.deepEqual(problems, [
    { field: 'approval', code: 'APPROVAL_REQUIRED', message: 'is needed for the action price_override' },
    { field: 'approval', code: 'APPROVAL_REQUIRED', message: 'is needed for the action discount' },
  ]);
  assert.deepEqual((await quote(manager)).problems, []);
});
