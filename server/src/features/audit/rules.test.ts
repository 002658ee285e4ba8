import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventTypes } from '../events/all-events.ts';
import { changeOf, isAudited, readActions, withShortLists } from './rules.ts';

const shown = { id: 'a', name: 'Tea', price: 3, images: ['x'], updated_at: 'before' };

test('records the fields that differ', () => {
  const after = { ...shown, price: 4, images: ['x', 'y'], updated_at: 'now' };
  assert.deepEqual(changeOf('product.updated', after, shown), {
    before: { price: 3, images: ['x'] },
    after: { price: 4, images: ['x', 'y'] },
  });
  assert.deepEqual(changeOf('product.updated', { ...after, unit: 'kg' }, after), {
    before: { unit: null },
    after: { unit: 'kg' },
  });
});

test('records created and deleted entities completely', () => {
  assert.deepEqual(changeOf('product.created', shown), { before: null, after: shown });
  assert.deepEqual(changeOf('product.deleted', shown), { before: shown, after: null });
});

test('does not record changes that another ledger contains', () => {
  for (const type of ['sale.completed', 'stock.moved', 'stock.low', 'points.changed'])
    assert.ok(!isAudited(type), type);
  for (const type of ['sale.refunded', 'sale.voided', 'product.updated', 'staff.created', 'export.ready'])
    assert.ok(isAudited(type), type);
});

test('records each event but those of ledgers, and a failed export', () => {
  const others = Object.keys(eventTypes).filter((type) => !isAudited(type));
  const ofShifts = ['shift.opened', 'shift.counted', 'shift.closed'];
  const ofLedgers = [
    'sale.completed',
    'sale.parked',
    'cash_movement.created',
    'cash_movement.voided',
    'points.changed',
  ];
  const ofStock = Object.keys(eventTypes).filter((type) => type.startsWith('stock.'));
  assert.deepEqual(others.sort(), [...ofShifts, ...ofLedgers, ...ofStock, 'day.closed', 'export.failed'].sort());
});

test('reads the actions of a list, of which one may mean all', () => {
  for (const [text, actions] of [
    [undefined, null],
    [' , ', null],
    ['product.updated', ['product.updated']],
    [' product.* , ,customer.erased', ['product.*', 'customer.erased']],
    ['product.*, *', null],
  ] as const)
    assert.deepEqual(readActions(text), actions, String(text));
});

test('keeps fifty elements of a longer list, and the number of all', () => {
  const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);
  const short = { id: 'a', items: numbers(50), roles: [] };
  assert.deepEqual(withShortLists(short), short);
  assert.deepEqual(withShortLists({ items: numbers(51), note: null }), {
    items: numbers(50),
    items_total: 51,
    note: null,
  });
});
