import { test } from 'node:test';
import { proveIsolation } from './attack-routes.ts';
import { noticeMissing, quickControls } from './controls.ts';
import { promisedBounds } from './figures.ts';

const seed = Math.floor(Math.random() * 2 ** 31);

/** Checks counts and sizes only. Times depend on other work of the machine; the long form checks them. */
const bounds = { ...promisedBounds, slowdown: undefined, hold_ms: Number.POSITIVE_INFINITY, memory_mib: 1_024 };

test('the worst requests to each route do not delay others, and get small responses', (context) =>
  proveIsolation({ seed, size: 3, isShort: true, bounds, say: (line) => context.diagnostic(line) }).then(
    () => undefined,
  ));

test('notices a service without one of its limits', (context) =>
  noticeMissing(quickControls, { seed, say: (line) => context.diagnostic(line), bounds }));
