import assert from 'node:assert/strict';
import { test } from 'node:test';
import { movementTypes, readMovementsView, readStockView } from './view.ts';

const id = '0192f3a0-0000-7000-8000-000000000001';

test('reads the filters of the stock page, and ignores others', () => {
  const view = { product: id, warehouse: id.toUpperCase(), low: true, sort: '-sku' };
  assert.deepEqual(readStockView(view), view);
  for (const sort of ['product_name', '-product_name', 'sku']) assert.deepEqual(readStockView({ sort }), { sort });
  assert.deepEqual(readStockView({ product: `${id}0`, warehouse: 'w', low: 'true', sort: 'stock' }), {});
});

test('reads the filters of the movements page, and ignores others', () => {
  assert.equal(
    movementTypes.join(' '),
    'initial addition subtraction adjustment transfer_out transfer_in sale refund void import',
  );
  for (const type of movementTypes) assert.deepEqual(readMovementsView({ type }), { type });
  assert.deepEqual(readMovementsView({ product: id, type: 'theft', from: '2026-01-01', to: '2026-01-31' }), {
    product: id,
    from: '2026-01-01',
    to: '2026-01-31',
  });
  assert.deepEqual(readMovementsView({ product: 5 }), {});
});
