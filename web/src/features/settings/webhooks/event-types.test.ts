import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type EventType, eventTypes, groupsAndTypes, patternsFor, selectionOf, typesMatching } from './event-types.ts';

const matching = (...patterns: string[]) => [...typesMatching(patterns)];

test('a pattern matches one type, all of a prefix, or all', () => {
  assert.deepEqual(matching('sale.voided'), ['sale.voided']);
  assert.deepEqual(matching('shift.*', 'day.closed'), [
    'shift.opened',
    'shift.counted',
    'shift.reopened',
    'shift.closed',
    'day.closed',
  ]);
  assert.deepEqual(matching('stock', 'sale.', '.*', 'unknown.*'), []);
  assert.deepEqual([matching('*'), [...typesMatching(null)]], [eventTypes, eventTypes]);
});

test('every event is chosen for a webhook without patterns, or whose patterns match every type', () => {
  for (const patterns of [null, ['*'], ['sale.*', '*']])
    assert.deepEqual(selectionOf(patterns), { isAll: true, chosen: new Set() }, String(patterns));
  assert.deepEqual(selectionOf(['export.*']), { isAll: false, chosen: new Set(['export.ready', 'export.failed']) });
});

test('writes a prefix whose types are all chosen as a pattern, so that it includes later ones', () => {
  const patterns = (...chosen: EventType[]) => patternsFor(new Set(chosen));
  assert.deepEqual(patterns('export.failed', 'sale.completed', 'export.ready'), ['sale.completed', 'export.*']);
  // Alone of their prefix.
  assert.deepEqual(patterns('day.closed', 'session.new_device', 'points.changed'), [
    'points.changed',
    'session.new_device',
    'day.closed',
  ]);
  assert.deepEqual(patterns(), []);
});

test('names complete groups, and other types one by one', () => {
  assert.deepEqual(groupsAndTypes(['sale.*', 'stock.moved', 'stock.low', 'approval.*']), [
    { group: 'sales' },
    { type: 'stock.moved' },
    { type: 'stock.low' },
    { group: 'approvals' },
  ]);
  assert.deepEqual(groupsAndTypes([]), []);
});

test('what is chosen is what its patterns match', () => {
  for (const chosen of [eventTypes, eventTypes.filter((_, at) => at % 2 === 0), eventTypes.slice(5)])
    assert.deepEqual(matching(...patternsFor(new Set(chosen))), [...chosen]);
});
