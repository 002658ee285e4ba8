import { test } from 'node:test';
import { proveCrash } from './prove-crash.ts';

/** Each run also plants faults, and fails if the check misses one. */
test('acknowledged requests survive killed processes, once and completely', (context) =>
  proveCrash({ seed: Math.floor(Math.random() * 2 ** 31), size: 3, say: (line) => context.diagnostic(line) }));
