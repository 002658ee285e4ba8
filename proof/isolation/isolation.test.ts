import { test } from 'node:test';
import { proveIsolation } from './attack-routes.ts';
import { findMissing, quickControls } from './controls.ts';
import { promised } from './figures.ts';
import { calibrate } from './gauges.ts';

const seed = Math.floor(Math.random() * 2 ** 31);

/**
 * How long anybody waits is not judged here: others work on the same machine. A hold of the event loop is processor time, and is compared with what
 * this machine needs for parsing one body of the largest size.
 */
const bounds = { ...promised, slower: undefined, hold_ms: Math.max(promised.hold_ms, 80 * calibrate()), memory_mib: 1_024 };

test('the worst that each route can be sent holds up nobody else, and is refused in few words', (context) =>
  proveIsolation({ seed, size: 3, isShort: true, bounds, say: (line) => context.diagnostic(line) }).then(() => undefined));

test('a service that has lost one of its bounds is noticed', (context) =>
  findMissing(quickControls, { seed, say: (line) => context.diagnostic(line), bounds }));
