import { test } from 'node:test';
import { proveEvents } from './prove-events.ts';

/** Every run also loses an event, and moves one, and fails when that goes unseen. */
test('whatever is killed, feed, stream and webhooks hear of everything that was committed', (context) =>
  proveEvents({ size: 4, say: (line) => context.diagnostic(line) }));
