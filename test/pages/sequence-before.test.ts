import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { lastSequenceBefore } from '../../web/src/features/settings/webhooks/sequence-before.ts';

/** A feed of events, numbered from `first`, at the given times. It counts the requests. */
function createFeed(first: number, times: readonly number[]) {
  let requests = 0;
  const events = times.map((at_ms, index) => ({ sequence: first + index, at_ms }));
  return {
    firstAfter: async (after?: number) => {
      requests += 1;
      return events.find(({ sequence }) => after === undefined || sequence > after);
    },
    requests: () => requests,
  };
}

test('finds the last event before a time with few requests', async () => {
  const feeds = fc.record({
    first: fc.integer({ min: 1, max: 50 }),
    times: fc.array(fc.nat(100), { minLength: 1, maxLength: 200 }),
    moment: fc.nat(110),
  });
  await fc.assert(
    fc.asyncProperty(feeds, async ({ first, times, moment }) => {
      const sorted = times.toSorted((one, other) => one - other);
      const feed = createFeed(first, sorted);
      const before = sorted.filter((at_ms) => at_ms < moment).length;
      assert.equal(await lastSequenceBefore(moment, first + sorted.length - 1, feed.firstAfter), first - 1 + before);
      assert.ok(feed.requests() <= 10);
    }),
  );
});

test('begins at the first stored event if no earlier one exists', async () => {
  assert.equal(await lastSequenceBefore(5, 7, createFeed(1, []).firstAfter), 7);
  assert.equal(await lastSequenceBefore(5, 7, createFeed(20, [1, 2]).firstAfter), 19);
});
