import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  checkedRoles,
  chosenMethods,
  pointsExampleOf,
  pricingRoles,
  receiptTextsFrom,
  taxExampleOf,
} from './settings-rules.ts';

test('shows tax on top of a price and inside of it', () => {
  assert.deepEqual(taxExampleOf(100, 25), { onTop: 25, total: 125, inside: 20 });
  assert.deepEqual(taxExampleOf(50, 100), { onTop: 50, total: 100, inside: 25 });
  assert.deepEqual(taxExampleOf(100, 0), { onTop: 0, total: 100, inside: 0 });
});

test('shows whole points, of a larger amount in rupiah', () => {
  assert.deepEqual(pointsExampleOf('EUR', { rate: 0.199, value: 0.5 }), { paid: 100, points: 19, worth: 9.5 });
  assert.deepEqual(pointsExampleOf('IDR', { rate: 0.0001, value: 200 }), { paid: 100_000, points: 10, worth: 2_000 });
});

test('keeps payment methods in the order of selection, and drops unknown ones', () => {
  assert.deepEqual(chosenMethods(['points', 'card', 'barter', 'cash']), ['points', 'card', 'cash']);
  assert.deepEqual(chosenMethods([]), []);
  const all = 'cash card debit_card credit_card qris e_wallet bank_transfer voucher store_credit other points'.split(
    ' ',
  );
  assert.deepEqual(chosenMethods(all), all);
});

test('an empty text on receipts is null', () => {
  assert.deepEqual(receiptTextsFrom({ address: ' 3 Elm Street ', phone: ' ', tax_number: ' 7 ' }), {
    address: '3 Elm Street',
    phone: null,
    tax_number: '7',
    receipt_footer: null,
  });
  const none = { address: null, phone: null, tax_number: null, receipt_footer: null };
  assert.deepEqual(receiptTextsFrom({}), none);
  assert.deepEqual(receiptTextsFrom({ phone: ' +62 ', receipt_footer: ' Thanks ' }), {
    ...none,
    phone: '+62',
    receipt_footer: 'Thanks',
  });
});

test('offers prices to roles that sell, and to those that were allowed before', () => {
  assert.deepEqual(pricingRoles({ price_override_roles: [] }), ['owner', 'manager', 'cashier']);
  assert.deepEqual(pricingRoles({ price_override_roles: ['viewer'] }), ['owner', 'manager', 'cashier', 'viewer']);
});

test('reads the checked roles among those that are offered', () => {
  const texts = { 'factor.owner': 'on', 'factor.viewer': '', 'override.manager': 'on', 'factor.cashier': 'on' };
  assert.deepEqual(checkedRoles('factor', ['viewer', 'manager', 'owner'], texts), ['viewer', 'owner']);
});
