import { test } from 'node:test';
import { relaxedBounds } from './faults.ts';
import { proveClients, proveFaults } from './prove-network.ts';

const seed = Math.floor(Math.random() * 2 ** 31);

/** Each run also plants faults in the database, and fails if the check misses one. It checks no times: other tests run on the same machine. */
test('acknowledged requests survive network failures, once and completely', (context) =>
  proveFaults({ seed, size: 1, say: (line) => context.diagnostic(line) }, relaxedBounds));

test('serves others despite too many or slow clients', (context) =>
  proveClients(
    { say: (line) => context.diagnostic(line) },
    { lasts_ms: 800, recovers_within_ms: 1_000, memory_mib: 1_024 },
    { sockets: 200, lasts_ms: 1_500, closed_within_ms: undefined },
  ));
