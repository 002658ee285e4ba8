import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aShop, aStaffMember, forgetEvents, type Shop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { newId } from '../../core/ids.ts';

const app = await createTestApp();
const fieldsOf = (answer: { body: { error: { details: { field: string }[] } } }) =>
  answer.body.error.details.map(({ field }) => field).sort();

/**
 * Inserts a product row, so that amounts are stored. By SQL, because the features that create products depend on this
 * one.
 */
async function aProductRow(shop: Shop, deleted_at: string | null = null): Promise<void> {
  await app.admin.query(
    `insert into products (merchant_id, id, sku, name, price, created_at, updated_at, deleted_at) values ($1, $2, 'S', 'P', 1, now(), now(), $3)`,
    [shop.merchant_id, newId(), deleted_at],
  );
  await forgetEvents(shop);
}

test('a new merchant has the default settings', async () => {
  const shop = await aShop(app, { currency: 'EUR', timezone: 'Europe/Berlin' });
  const answer = await shop.owner.get('/merchant');
  assert.equal(answer.status, 200);
  const { created_at, updated_at, ...settings } = answer.body.data;
  assert.match(created_at, /Z$/);
  assert.equal(updated_at, created_at);
  assert.deepEqual(settings, {
    id: shop.merchant_id,
    name: 'Olivia Owner’s shop',
    currency: 'EUR',
    timezone: 'Europe/Berlin',
    tax_mode: 'none',
    tax_rate: 0,
    loyalty_rate: 1,
    point_value: 0,
    cash_rounding: null,
    loyalty_tiers: { silver: 1000, gold: 5000, platinum: 20000 },
    allow_negative_stock: false,
    allow_custom_items: false,
    price_override_roles: ['owner', 'manager', 'cashier'],
    cashier_refund_limit: null,
    max_discount_percent: { owner: 100, manager: 100, cashier: 20 },
    max_backdate_days: { owner: 90, manager: 90, cashier: 7 },
    refund_to_original_method: true,
    require_totp_roles: [],
    tax_number: null,
    address: null,
    phone: null,
    receipt_footer: null,
    payment_methods: [
      ...[
        'cash',
        'card',
        'debit_card',
        'credit_card',
        'qris',
        'e_wallet',
        'bank_transfer',
        'voucher',
        'store_credit',
        'other',
      ],
      'points',
    ],
    approval_rules: [],
    variance_limit: null,
    approval_minutes: 10,
  });
});

for (const method of ['put', 'patch'] as const) {
  test(`${method} changes the given settings, and they apply to the next request`, async () => {
    const shop = await aShop(app);
    await shop.owner.get('/merchant');
    const change = {
      name: ' Corner ',
      tax_mode: 'inclusive',
      tax_rate: 11,
      point_value: 0.01,
      loyalty_tiers: { gold: 6000.5 },
      cashier_refund_limit: 49.99,
      price_override_roles: ['owner'],
      allow_negative_stock: true,
      max_discount_percent: { cashier: 12.3456 },
      max_backdate_days: { cashier: 0, manager: 30 },
      refund_to_original_method: false,
    };
    const answer = await shop.owner[method]('/merchant', { ...change, id: newId(), created_at: 'never' });
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual(answer.body.data, {
      ...(await shop.owner.get('/merchant')).body.data,
      ...change,
      name: 'Corner',
      loyalty_tiers: { silver: 1000, gold: 6000.5, platinum: 20000 },
      max_discount_percent: { owner: 100, manager: 100, cashier: 12.3456 },
      max_backdate_days: { owner: 90, manager: 30, cashier: 0 },
    });
    const { rows } = await app.admin.query(`select tax_rate_ppm, gold_from from merchants where id = $1`, [
      shop.merchant_id,
    ]);
    assert.deepEqual(rows[0], { tax_rate_ppm: 110_000, gold_from: '600050' });
    assert.equal((await shop.owner[method]('/merchant', {})).status, 200);
  });
}

test('stores the texts of receipts, and the payment methods in their order', async () => {
  const shop = await aShop(app);
  const change = {
    address: 'Lange Reihe 5\n20099 Hamburg',
    phone: '+49 40 1',
    receipt_footer: 'Thank you',
    payment_methods: ['qris', 'cash'],
  };
  const { body } = await shop.owner.put('/merchant', { ...change, tax_number: ' DE 123 ' });
  const expected = { ...change, tax_number: 'DE 123' };
  const receiptSettings = ({ tax_number, address, phone, receipt_footer, payment_methods }: typeof expected) => ({
    ...{ tax_number, address, phone, receipt_footer, payment_methods },
  });
  assert.deepEqual(receiptSettings(body.data), expected);
  assert.deepEqual(receiptSettings((await shop.owner.get('/sync')).body.data[0]), expected, 'a till synchronises them');
  const cleared = await shop.owner.patch('/merchant', { tax_number: null, address: '', receipt_footer: ' ' });
  assert.deepEqual(receiptSettings(cleared.body.data), {
    ...expected,
    tax_number: null,
    address: null,
    receipt_footer: null,
  });
});

test('names each invalid receipt setting', async () => {
  const shop = await aShop(app);
  const tooLong = {
    tax_number: 'x'.repeat(65),
    address: 'x'.repeat(1_001),
    phone: 'x'.repeat(33),
    receipt_footer: 'x'.repeat(1_001),
  };
  assert.deepEqual(fieldsOf(await shop.owner.put('/merchant', tooLong)), [
    'address',
    'phone',
    'receipt_footer',
    'tax_number',
  ]);
  for (const [payment_methods, field] of [
    [[], 'payment_methods'],
    [['cash', 'card', 'cash'], 'payment_methods'],
    [['cash', 'cheque'], 'payment_methods[1]'],
    [null, 'payment_methods'],
  ])
    assert.deepEqual(
      fieldsOf(await shop.owner.put('/merchant', { payment_methods })),
      [field],
      JSON.stringify(payment_methods),
    );
});

test('reports every wrong field at once', async () => {
  const shop = await aShop(app);
  const answer = await shop.owner.put('/merchant', {
    name: ' ',
    currency: 'XYZ',
    timezone: 'Mars/Base',
    tax_mode: 'some',
    tax_rate: 101,
    loyalty_rate: -1,
    point_value: -0.01,
    loyalty_tiers: { silver: 'much' },
    allow_negative_stock: 'yes',
    price_override_roles: ['boss'],
    cashier_refund_limit: -1,
    max_discount_percent: { cashier: 101, manager: '5', owner: -1 },
    max_backdate_days: { cashier: 91, manager: 1.5 },
    refund_to_original_method: 'yes',
  });
  assert.equal(answer.status, 422);
  assert.equal(answer.body.error.code, 'VALIDATION_ERROR');
  assert.deepEqual(fieldsOf(answer), [
    'allow_negative_stock',
    'cashier_refund_limit',
    'currency',
    'loyalty_rate',
    'loyalty_tiers.silver',
    'max_backdate_days.cashier',
    'max_backdate_days.manager',
    'max_discount_percent.cashier',
    'max_discount_percent.manager',
    'max_discount_percent.owner',
    'name',
    'point_value',
    'price_override_roles[0]',
    'refund_to_original_method',
    'tax_mode',
    'tax_rate',
    'timezone',
  ]);
  assert.deepEqual(fieldsOf(await shop.owner.put('/merchant', { tax_rate: 1.00001, cashier_refund_limit: 0.001 })), [
    'cashier_refund_limit',
    'tax_rate',
  ]);
});

test('the currency can change while no amounts are stored', async () => {
  const shop = await aShop(app);
  const answer = await shop.owner.put('/merchant', { currency: 'JPY' });
  assert.equal(answer.status, 200, answer.text);
  assert.equal(answer.body.data.loyalty_tiers.silver, 1000);
  const { rows } = await app.admin.query(`select silver_from from merchants where id = $1`, [shop.merchant_id]);
  assert.equal(rows[0].silver_from, '1000');
});

for (const deleted_at of [null, '2026-01-01']) {
  test(`the currency cannot change after there is a ${deleted_at === null ? '' : 'deleted '}product; other settings can`, async () => {
    const shop = await aShop(app);
    await aProductRow(shop, deleted_at);
    const answer = await shop.owner.put('/merchant', { currency: 'EUR', name: 'New' });
    assert.equal(answer.status, 422);
    assert.equal(answer.body.error.code, 'INVALID_STATE');
    assert.deepEqual(fieldsOf(answer), ['currency']);
    assert.equal(
      (await shop.owner.put('/merchant', { currency: 'USD', name: 'New' })).status,
      200,
      'the same currency is no change',
    );
  });
}

test('every role reads the settings; only the owner changes them', async () => {
  const shop = await aShop(app);
  for (const role of ['manager', 'cashier', 'stock_clerk', 'viewer'] as const) {
    const member = await aStaffMember(shop, role);
    assert.equal((await member.get('/merchant')).status, 200, role);
    for (const method of ['put', 'patch'] as const)
      assert.equal((await member[method]('/merchant', { name: 'Mine' })).status, 403, role);
  }
  assert.equal((await app.anonymous.get('/merchant')).status, 401);
  assert.equal((await shop.owner.get('/merchant')).body.data.name, 'Olivia Owner’s shop');
});
