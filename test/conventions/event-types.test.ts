import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventTypes } from '../../server/src/features/events/all-events.ts';
import * as pages from '../../web/src/features/settings/webhooks/event-types.ts';
import { en } from '../../web/src/language/en.ts';

test('the webhook form offers every event type with a label', () => {
  assert.deepEqual([...pages.eventTypes].sort(), Object.keys(eventTypes).sort());
  for (const type of pages.eventTypes) assert.ok(`event.${type.replace('.', '_')}` in en, type);
});

test('selected event types are stored as patterns and read back, whole groups as one pattern', () => {
  assert.deepEqual(pages.patternsFor(pages.typesMatching(['sale.*', 'stock.low', 'day.closed'])), [
    'sale.*',
    'stock.low',
    'day.closed',
  ]);
  assert.deepEqual(
    [...pages.typesMatching(['sale.*'])],
    ['sale.completed', 'sale.parked', 'sale.updated', 'sale.refunded', 'sale.voided'],
  );
  for (const all of [null, ['*'], pages.patternsFor(new Set(pages.eventTypes))])
    assert.deepEqual([...pages.typesMatching(all)].sort(), Object.keys(eventTypes).sort());
  assert.deepEqual(pages.patternsFor(new Set(['branch.created', 'points.changed'])), [
    'points.changed',
    'branch.created',
  ]);
});
