import { test } from 'node:test';
import { proveStop } from './prove-stop.ts';

/** Each run also kills the service with SIGKILL, and fails if the check does not notice. */
test('answers all accepted requests when stopped under load', (context) =>
  proveStop({ seed: Math.floor(Math.random() * 2 ** 31), size: 1, say: (line) => context.diagnostic(line) }));
