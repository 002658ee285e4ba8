import { test } from 'node:test';
import { proveEvents } from './prove-events.ts';

/** Every run also loses an event, and moves one, and fails when that goes unseen. */
test('feed, stream and webhooks deliver every committed event although processes are killed', (context) =>
  proveEvents({ size: 4, say: (line) => context.diagnostic(line) }));
