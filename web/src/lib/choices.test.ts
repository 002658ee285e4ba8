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

test('prefers the whole code, then its beginning, then the beginning of a word, then any part', () => {
  const choices = [
    ['x0', 'Mixed Tea'],
    ['x1', 'Steam'],
    ['steam', 'x'],
    ['tea-2', 'x'],
    ['x2', 'Tea house'],
    ['x3', 'Green tea'],
    ['tea', 'x'],
    ['x4', 'Other'],
  ].map(([value = '', label = '']) => ({ value, label }));
  const found = (text: string) => findChoices(choices, text).map(({ value }) => value);
  assert.deepEqual(found(' TÉA '), ['tea', 'tea-2', 'x0', 'x2', 'x3', 'x1', 'steam']);
  assert.deepEqual(found('ten'), []);
  // Several words that begin the label, before the same ones inside of another.
  const phrases = ['Big green tea', 'Green tea'].map((label) => ({ value: label, label }));
  assert.equal(findChoices(phrases, 'green t')[0]?.value, 'Green tea');
});
