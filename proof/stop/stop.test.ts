import { test } from 'node:test';
import { proveStop } from './prove-stop.ts';

/** Every run also kills it outright, and fails when that goes unseen. */
test('answers all accepted requests when stopped under load', (context) =>
  proveStop({ seed: Math.floor(Math.random() * 2 ** 31), size: 1, say: (line) => context.diagnostic(line) }));
