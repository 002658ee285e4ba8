import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findChoices } from './choices.ts';

const names = new Intl.DisplayNames(['en'], { type: 'currency' });
const currencies = Intl.supportedValuesOf('currency').map((code) => ({
  value: code,
  label: `${code} – ${names.of(code)}`,
}));
const first = (typed: string) => findChoices(currencies, typed)[0]?.value;

test('finds a currency by code or name, with an exact code first', () => {
  assert.deepEqual(
    [first('eur'), first('EUR'), first(' euro '), first('rupiah'), first('usd'), first('us dollar')],
    ['EUR', 'EUR', 'EUR', 'IDR', 'USD', 'USD'],
  );
  assert.ok(findChoices(currencies, 'franc').length > 3);
  assert.deepEqual(findChoices(currencies, 'USD – US Dollareur'), []);
  assert.equal(findChoices(currencies, '').length, currencies.length);
});

test('matches without accents and by part of a name', () => {
  assert.equal(first('colon'), 'CRC');
  const zones = ['Asia/Jakarta', 'America/Port_of_Spain', 'Europe/Madrid'].map((zone) => ({
    value: zone,
    label: zone,
  }));
  assert.deepEqual(
    findChoices(zones, 'jak').map(({ value }) => value),
    ['Asia/Jakarta'],
  );
  assert.equal(findChoices(zones, 'spain')[0]?.value, 'America/Port_of_Spain');
});
