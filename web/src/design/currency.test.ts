import assert from 'node:assert/strict';
import { test } from 'node:test';
import { guessCurrency } from './currency.ts';

test('guesses the currency by region, then by language', () => {
  const guesses = {
    'id-ID': 'IDR',
    id: 'IDR',
    'de-AT': 'EUR',
    'fr-FR': 'EUR',
    es: 'EUR',
    'ja-JP': 'JPY',
    'en-GB': 'GBP',
    'zh-SG': 'SGD',
    'ms-MY': 'MYR',
    'en-US': 'USD',
    '': 'USD',
  };
  for (const [tag, currency] of Object.entries(guesses)) assert.equal(guessCurrency(tag), currency, tag);
});
