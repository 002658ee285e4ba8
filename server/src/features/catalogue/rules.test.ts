import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ValidationErrors } from '../../core/errors.ts';
import { blankToNull } from '../../core/texts.ts';
import { percentOfPpm, ppmOfPercent, readFields, readNewFields } from './rules.ts';

test('a tax rate has four exact decimals', () => {
  for (const [percent, ppm] of [
    [0, 0],
    [11, 110_000],
    [7.7, 77_000],
    [8.0125, 80_125],
    [100, 1_000_000],
  ] as const) {
    assert.equal(ppmOfPercent(percent), ppm);
    assert.equal(percentOfPpm(ppm), percent);
  }
  assert.equal(ppmOfPercent(1.00001), undefined);
});

test('blank text becomes null', () => {
  assert.equal(blankToNull('  '), null);
  assert.equal(blankToNull(' box '), 'box');
  assert.equal(blankToNull(null), null);
});

test('returns the given fields, and no others', () => {
  const errors = new ValidationErrors();
  assert.deepEqual(
    readFields({ sku: ' T-1 ', name: ' Tea ', price: 2.5, barcode: '', tax_rate: null }, 'USD', errors),
    {
      sku: 'T-1',
      name: 'Tea',
      price: 250n,
      barcode: null,
      tax_rate_ppm: null,
    },
  );
  assert.deepEqual(errors.details, []);
});

test('reads money in the decimals of the currency', () => {
  const price = (currency: string) =>
    readNewFields({ sku: 's', name: 'n', price: 12 }, currency, new ValidationErrors()).price;
  assert.deepEqual([price('JPY'), price('USD'), price('KWD')], [12n, 1_200n, 12_000n]);
});

test('reports all wrong amounts at once', () => {
  const errors = new ValidationErrors();
  readFields({ price: 1.5, cost: 0.1, tax_rate: 0.00001 }, 'JPY', errors);
  assert.deepEqual(
    errors.details.map(({ field }) => field),
    ['price', 'cost', 'tax_rate'],
  );
});
