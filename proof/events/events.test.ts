import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proveEvents } from './prove-events.ts';

const say = () => undefined;

test('whatever is killed, feed, stream and webhooks hear of everything that was committed', () => proveEvents({ size: 4, say }));

test('the proof notices an event that is lost, and one that comes out of turn', async () => {
  const lost = 'delete from events where sequence = 3';
  const moved = 'update events set sequence = 1000000 where sequence = 3';
  for (const fault of [lost, moved]) await assert.rejects(proveEvents({ size: 0, say, spoil: (admin) => admin.query(fault) }), /the feed/);
});
