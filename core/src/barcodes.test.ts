import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sameBarcodes } from './barcodes.ts';

test('a retail code is equal to its forms with other numbers of leading zeros', () => {
  assert.deepEqual(sameBarcodes('012345678905'), ['012345678905', '0012345678905', '00012345678905']);
  assert.deepEqual(sameBarcodes('0012345678905'), ['0012345678905', '012345678905', '00012345678905']);
  assert.deepEqual(sameBarcodes('4006381333931'), ['4006381333931', '04006381333931']);
  assert.deepEqual(sameBarcodes('96385074'), ['96385074', '000096385074', '0000096385074', '00000096385074']);
  assert.deepEqual(sameBarcodes('00000096385074'), ['00000096385074', '96385074', '000096385074', '0000096385074']);
  assert.deepEqual(sameBarcodes('14006381333938'), ['14006381333938']);
});

test('other codes have no equal forms', () => {
  for (const code of ['12345', '0123456789', 'ABC12345', '012345678905X', '１２３４５６７８', '123456789012345'])
    assert.deepEqual(sameBarcodes(code), [code]);
});
