import { test } from 'node:test';
import { proveCrash } from './prove-crash.ts';

/** Planted faults are part of every run: it fails when one of them goes unseen. */
test('acknowledged requests survive killed processes, once and completely', (context) =>
  proveCrash({ seed: Math.floor(Math.random() * 2 ** 31), size: 3, say: (line) => context.diagnostic(line) }));
