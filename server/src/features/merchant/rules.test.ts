import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { changeSettings, type MerchantSettings, type SettingsChange } from './rules.ts';
import { toMerchant } from './schemas.ts';

const merchant: MerchantSettings = {
  id: newId(),
  name: 'Shop',
  currency: 'USD',
  timezone: 'UTC',
  tax_mode: 'none',
  tax_rate_ppm: 0,
  loyalty_rate_ppm: 1_000_000n,
  point_value_ppm: 0n,
  cash_rounding: null,
  silver_from: 100_000n,
  gold_from: 500_000n,
  platinum_from: 2_000_000n,
  allow_negative_stock: false,
  allow_custom_items: false,
  price_override_roles: ['owner'],
  cashier_refund_limit: 5_000n,
  owner_max_discount_ppm: 1_000_000,
  manager_max_discount_ppm: 1_000_000,
  cashier_max_discount_ppm: 200_000,
  owner_max_backdate_days: 90,
  manager_max_backdate_days: 90,
  cashier_max_backdate_days: 7,
  refund_to_original_method: true,
  require_totp_roles: [],
  tax_number: 'DE 123',
  address: null,
  phone: null,
  receipt_footer: null,
  payment_methods: ['cash', 'card'],
  approval_rules: [],
  approval_minutes: 10,
};

const fieldsRefused = (change: SettingsChange): string[] => {
  try {
    changeSettings(merchant, change);
    return [];
  } catch (error) {
    assert.ok(error instanceof AppError);
    return error.details.map(({ field }) => field);
  }
};

test('an empty change changes nothing', () => assert.deepEqual(changeSettings(merchant, {}), merchant));

const settings: [change: SettingsChange, stored: Partial<MerchantSettings>][] = [
  [{ name: ' Corner ' }, { name: 'Corner' }],
  [{ timezone: 'Asia/Jakarta' }, { timezone: 'Asia/Jakarta' }],
  [{ tax_mode: 'inclusive' }, { tax_mode: 'inclusive' }],
  [{ tax_rate: 19 }, { tax_rate_ppm: 190_000 }],
  [{ loyalty_rate: 2 }, { loyalty_rate_ppm: 2_000_000n }],
  [{ point_value: 0.5 }, { point_value_ppm: 500_000n }],
  [{ cash_rounding: 0.05 }, { cash_rounding: 5n }],
  [{ loyalty_tiers: { silver: 1 } }, { silver_from: 100n }],
  [{ loyalty_tiers: { gold: 1_000.01 } }, { gold_from: 100_001n }],
  [{ loyalty_tiers: { platinum: 5_000.01 } }, { platinum_from: 500_001n }],
  [{ allow_negative_stock: true }, { allow_negative_stock: true }],
  [{ allow_custom_items: true }, { allow_custom_items: true }],
  [{ price_override_roles: [] }, { price_override_roles: [] }],
  [{ cashier_refund_limit: 7 }, { cashier_refund_limit: 700n }],
  [{ max_discount_percent: { owner: 1 } }, { owner_max_discount_ppm: 10_000 }],
  [{ max_discount_percent: { manager: 2 } }, { manager_max_discount_ppm: 20_000 }],
  [{ max_discount_percent: { cashier: 3 } }, { cashier_max_discount_ppm: 30_000 }],
  [{ max_backdate_days: { owner: 1 } }, { owner_max_backdate_days: 1 }],
  [{ max_backdate_days: { manager: 2 } }, { manager_max_backdate_days: 2 }],
  [{ max_backdate_days: { cashier: 3 } }, { cashier_max_backdate_days: 3 }],
  [{ refund_to_original_method: false }, { refund_to_original_method: false }],
  [{ require_totp_roles: ['manager', 'owner'] }, { require_totp_roles: ['owner', 'manager'] }],
  [{ tax_number: ' DE 9 ' }, { tax_number: 'DE 9' }],
  [{ tax_number: ' ' }, { tax_number: null }],
  [{ tax_number: null }, { tax_number: null }],
  [{ address: 'Harbour 1' }, { address: 'Harbour 1' }],
  [{ phone: '1' }, { phone: '1' }],
  [{ receipt_footer: 'Bye' }, { receipt_footer: 'Bye' }],
  [{ payment_methods: ['qris'] }, { payment_methods: ['qris'] }],
  [{ approval_minutes: 3 }, { approval_minutes: 3 }],
];
for (const [change, stored] of settings)
  test(`${JSON.stringify(change)} changes this setting, and no other`, () =>
    assert.deepEqual(changeSettings(merchant, change), { ...merchant, ...stored }));

test('stores rates with all allowed decimals', () => {
  const change = { tax_rate: 8.2875, loyalty_rate: 0.000001, point_value: 0.012345 };
  const { tax_rate_ppm, loyalty_rate_ppm, point_value_ppm } = changeSettings(merchant, change);
  assert.equal(tax_rate_ppm, 82_875);
  assert.equal(loyalty_rate_ppm, 1n);
  assert.equal(point_value_ppm, 12_345n);
});

test('every percentage with four decimals is returned unchanged', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000 }), (ppm) => {
      const percentage = Number(`${Math.floor(ppm / 10_000)}.${String(ppm % 10_000).padStart(4, '0')}`);
      const changed = changeSettings(merchant, { tax_rate: percentage });
      assert.equal(changed.tax_rate_ppm, ppm);
      assert.equal(toMerchant({ ...changed, created_at: '', updated_at: '' }).tax_rate, percentage);
    }),
  );
});

test('reports every field with too many decimals', () => {
  const change = {
    tax_rate: 1.23456,
    loyalty_rate: 0.1234567,
    point_value: 0.0000001,
    loyalty_tiers: { gold: 1.001 },
    cashier_refund_limit: 0.001,
  };
  assert.deepEqual(fieldsRefused(change), [
    'tax_rate',
    'loyalty_rate',
    'point_value',
    'loyalty_tiers.gold',
    'cashier_refund_limit',
  ]);
});

const tiers: [SettingsChange['loyalty_tiers'] & object, string[]][] = [
  [{ silver: 0 }, ['loyalty_tiers.silver']],
  [{ silver: 5_000 }, ['loyalty_tiers.gold']],
  [{ platinum: 10 }, ['loyalty_tiers.platinum']],
  [{ silver: 3, gold: 2, platinum: 1 }, ['loyalty_tiers.gold', 'loyalty_tiers.platinum']],
  [{ silver: 2, gold: 2, platinum: 3 }, ['loyalty_tiers.gold']],
  [{ silver: 1, gold: 3, platinum: 3 }, ['loyalty_tiers.platinum']],
  [{ silver: 0.01, gold: 2, platinum: 3 }, []],
];
for (const [change, fields] of tiers) {
  test(`tiers ${JSON.stringify(change)}: ${fields.join(', ') || 'valid'}`, () =>
    assert.deepEqual(fieldsRefused({ loyalty_tiers: change }), fields));
}

test('a limit of null means no limit, zero stays zero, and an omitted limit is unchanged', () => {
  assert.equal(changeSettings(merchant, { cashier_refund_limit: null }).cashier_refund_limit, null);
  assert.equal(changeSettings(merchant, { cashier_refund_limit: 0 }).cashier_refund_limit, 0n);
  assert.equal(changeSettings({ ...merchant, cashier_refund_limit: null }, {}).cashier_refund_limit, null);
});

test('a change of currency keeps whole units: 1,000.00 dollars become 1,000 yen and 1,000.000 dinars', () => {
  const yen = changeSettings(merchant, { currency: 'JPY' });
  assert.deepEqual([yen.silver_from, yen.cashier_refund_limit], [1_000n, 50n]);
  assert.equal(changeSettings(merchant, { currency: 'KWD' }).silver_from, 1_000_000n);
  assert.equal(changeSettings(merchant, { currency: 'JPY', loyalty_tiers: { silver: 7 } }).silver_from, 7n);
});

test('stores each role once, in order', () => {
  const { price_override_roles } = changeSettings(merchant, { price_override_roles: ['cashier', 'owner', 'cashier'] });
  assert.deepEqual(price_override_roles, ['owner', 'cashier']);
});

test('reports a repeated payment method together with other errors; keeps the order', () => {
  assert.deepEqual(fieldsRefused({ payment_methods: ['cash', 'card', 'cash'], tax_rate: 1.00001 }), [
    'tax_rate',
    'payment_methods',
  ]);
  assert.deepEqual(changeSettings(merchant, { payment_methods: ['qris', 'cash'] }).payment_methods, ['qris', 'cash']);
});

test('stores the smallest cash amount, and forgets it with the currency', () => {
  const rounding = (change: SettingsChange, from: MerchantSettings = merchant) =>
    changeSettings(from, change).cash_rounding;
  assert.deepEqual([rounding({ cash_rounding: 0.05 }), rounding({ cash_rounding: 1 })], [5n, 100n]);
  const swiss = { ...merchant, currency: 'CHF', cash_rounding: 5n };
  assert.deepEqual([rounding({}, swiss), rounding({ cash_rounding: null }, swiss)], [5n, null]);
  assert.deepEqual([rounding({ currency: 'CHF' }, swiss), rounding({ currency: 'JPY' }, swiss)], [5n, null]);
  assert.equal(rounding({ currency: 'JPY', cash_rounding: 10 }, swiss), 10n);
  assert.deepEqual(fieldsRefused({ cash_rounding: 0.005 }), ['cash_rounding']);
  assert.deepEqual(fieldsRefused({ currency: 'JPY', cash_rounding: 0.5 }), ['cash_rounding']);
});
