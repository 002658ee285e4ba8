import { test } from 'node:test';
import { proveEvents } from './prove-events.ts';

/** Each run also deletes an event and moves another one, and fails if the comparison does not notice. */
test('feed, stream and webhooks deliver every committed event although processes are killed', (context) =>
  proveEvents({ size: 2, say: (line) => context.diagnostic(line) }));
