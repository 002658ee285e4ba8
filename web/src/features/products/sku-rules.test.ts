import assert from 'node:assert/strict';
import { test } from 'node:test';
import { suggestSku, suggestVariantSku } from './sku-rules.ts';

test('suggests an SKU of the letters and digits of a name', () => {
  assert.equal(suggestSku('Trail shoe, 2nd edition'), 'TRAIL-SHOE-2ND-EDITION');
  assert.equal(suggestSku(' Crème brûlée (süß) '), 'CREME-BRULEE-SUSS');
  assert.equal(suggestSku('кофе 1 кг'), 'КОФЕ-1-КГ');
  assert.equal(suggestSku('– / –'), '');
});

test('ends a long suggestion at a word', () => {
  assert.equal(suggestSku('Stainless steel insulated bottle with lid'), 'STAINLESS-STEEL-INSULATED');
  assert.equal(suggestSku('x'.repeat(40)), 'X'.repeat(30));
  assert.equal(suggestSku(`steel ${'x'.repeat(24)}`), `STEEL-${'X'.repeat(24)}`);
  assert.equal(suggestSku(`steel ${'x'.repeat(25)}`), 'STEEL');
});

test('adds the values of a variant to the SKU of its product', () => {
  assert.equal(suggestVariantSku('tee', ['S', 'dark red']), 'tee-S-DARK-RED');
  assert.equal(suggestVariantSku(' tee ', ['–', 'S']), 'tee-S');
  assert.equal(suggestVariantSku('', ['S']), 'S');
  assert.equal(suggestVariantSku('x'.repeat(99), ['large']).length, 100);
});
