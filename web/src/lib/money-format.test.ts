import assert from 'node:assert/strict';
import { test } from 'node:test';
import { amountFormat, hasUsualDigits, moneyFormat } from './money-format.ts';

/** Intl separates the sign of a currency by a space that does not break. */
const plain = (text: string) => text.replace(/\s/g, ' ');

test('shows the minor units that the service stores', () => {
  assert.equal(plain(moneyFormat('en', 'USD').format(1_234.5)), '$1,234.50');
  assert.equal(plain(moneyFormat('en', 'TND').format(1.5)), 'TND 1.500');
  assert.equal(plain(moneyFormat('en', 'JPY').format(1_500)), '¥1,500');
  assert.equal(plain(amountFormat('de', 'EUR').format(1_234.5)), '1.234,50');
  assert.equal(plain(amountFormat('en', 'BHD').format(2)), '2.000');
});

test('shows minor units that the language omits only if there are some', () => {
  assert.equal(plain(moneyFormat('id', 'IDR').format(12_500)), 'Rp 12.500');
  assert.equal(plain(moneyFormat('id', 'IDR').format(12_500.25)), 'Rp 12.500,25');
  assert.equal(plain(amountFormat('id', 'IDR').format(12_500)), '12.500');
  assert.deepEqual([hasUsualDigits('id', 'IDR'), hasUsualDigits('id', 'EUR')], [false, true]);
});

test('keeps one format for each language, currency and style', () => {
  assert.equal(moneyFormat('en', 'USD'), moneyFormat('en', 'USD'));
  assert.notEqual(moneyFormat('en', 'USD'), amountFormat('en', 'USD'));
  assert.notEqual(moneyFormat('en', 'USD'), moneyFormat('de', 'USD'));
});
