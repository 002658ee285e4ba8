import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  adjustmentKinds,
  afterTransfer,
  firstErrors,
  kindOf,
  levelsInAllWarehouses,
  stockAfter,
} from './level-rules.ts';
import type { LevelRow, Warehouse } from './levels.ts';

test('an adjustment sets the stock, an addition adds and a subtraction subtracts', () => {
  assert.deepEqual(adjustmentKinds, ['adjustment', 'addition', 'subtraction']);
  assert.equal(stockAfter('adjustment', 3, 10), 3);
  assert.equal(stockAfter('adjustment', 0, 10), 0);
  assert.equal(stockAfter('addition', 3, 10), 13);
  assert.equal(stockAfter('subtraction', 3, 10), 7);
  assert.equal(stockAfter('addition', undefined, 10), undefined);
});

test('a difference is entered by its sign, and a count without one', () => {
  assert.deepEqual([undefined, -1, 0, 1].map(kindOf), ['adjustment', 'subtraction', 'addition', 'addition']);
});

test('a transfer moves stock from one warehouse to the other', () => {
  assert.deepEqual(afterTransfer(3, { stock: 10 }, { stock: 5 }), { from: 7, to: 8 });
});

test('a warehouse that never had the product has a level of zero', () => {
  const warehouses = ['a', 'b'].map((id) => ({ id, name: `W ${id}` })) as Warehouse[];
  const level = { product_id: 'tea', warehouse_id: 'b', stock: 4, reserved: 1, available: 3 } as LevelRow;
  assert.deepEqual(levelsInAllWarehouses({ id: 'tea', name: 'Tea' }, warehouses, [level]), [
    {
      product_id: 'tea',
      product_name: 'Tea',
      warehouse_id: 'a',
      warehouse_name: 'W a',
      stock: 0,
      reserved: 0,
      available: 0,
      low_stock: false,
    },
    level,
  ]);
});

test('shows the first fifty errors, and the number of others', () => {
  const errors = Array.from({ length: 52 }, (_, at) => at);
  const of = (count: number) => {
    const { shown, more } = firstErrors(errors.slice(0, count));
    return [shown.length, shown.at(-1), more];
  };
  assert.deepEqual([0, 50, 51, 52].map(of), [
    [0, undefined, 0],
    [50, 49, 0],
    [50, 49, 1],
    [50, 49, 2],
  ]);
});
