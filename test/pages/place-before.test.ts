import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { lastSequenceBefore } from '../../web/src/pages/settings/webhooks/place-before.ts';

/** Events numbered from a first one on, at growing moments; and how often one was asked for. */
function aFeed(first: number, moments: readonly number[]) {
  let asked = 0;
  const events = moments.map((at_ms, index) => ({ sequence: first + index, at_ms }));
  return {
    ask: async (after?: number) => {
      asked += 1;
      return events.find(({ sequence }) => after === undefined || sequence > after);
    },
    asked: () => asked,
  };
}

test('finds the last event before a time with few requests', async () => {
  const feeds = fc.record({
    first: fc.integer({ min: 1, max: 50 }),
    moments: fc.array(fc.nat(100), { minLength: 1, maxLength: 200 }),
    moment: fc.nat(110),
  });
  await fc.assert(
    fc.asyncProperty(feeds, async ({ first, moments, moment }) => {
      const sorted = moments.toSorted((one, other) => one - other);
      const feed = aFeed(first, sorted);
      const before = sorted.filter((at_ms) => at_ms < moment).length;
      assert.equal(await lastSequenceBefore(moment, first + sorted.length - 1, feed.ask), first - 1 + before);
      assert.ok(feed.asked() <= 10);
    }),
  );
});

test('begins at the first stored event if no earlier one exists', async () => {
  assert.equal(await lastSequenceBefore(5, 7, aFeed(1, []).ask), 7);
  assert.equal(await lastSequenceBefore(5, 7, aFeed(20, [1, 2]).ask), 19);
});
