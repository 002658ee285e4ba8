import { test } from 'node:test';
import { proveIsolation } from './attack-routes.ts';
import { findMissing, quickControls } from './controls.ts';
import { promised } from './figures.ts';

const seed = Math.floor(Math.random() * 2 ** 31);

/** Counts and sizes only: how long something takes depends on what else the machine does, and is judged by the long form. */
const bounds = { ...promised, slower: undefined, hold_ms: Number.POSITIVE_INFINITY, memory_mib: 1_024 };

test('the worst requests to each route do not delay others, and get small responses', (context) =>
  proveIsolation({ seed, size: 3, isShort: true, bounds, say: (line) => context.diagnostic(line) }).then(
    () => undefined,
  ));

test('notices a service without one of its limits', (context) =>
  findMissing(quickControls, { seed, say: (line) => context.diagnostic(line), bounds }));
