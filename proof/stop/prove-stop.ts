import assert from 'node:assert/strict';
import { cutOffWarning } from '../../server/src/platform/http/drain.ts';
import { brokenInvariants } from '../../test/invariants.ts';
import type { OperationRecord } from '../crash/operations.ts';
import { describe, newTally, runPhase } from '../crash/phase.ts';
import type { Proof, ProofRun } from '../proof.ts';
import { createRandom } from '../random.ts';
import { openTestBed, type TestBed } from '../test-bed.ts';

const stopsPerPhase = 50;
const timeout_ms = 10_000;
const killsAtTheEnd = 1;

/** Stops the service repeatedly under load. It must respond to each accepted request, and must not carry out others. */
export async function proveStop({ seed, size, say, timed = false }: ProofRun): Promise<void> {
  const random = createRandom(seed);
  const testBed = await openTestBed({
    settings: { LOG_LEVEL: 'warn', ...(timed ? {} : { REQUEST_STOP_SECONDS: '120' }) },
  });
  const tally = newTally();
  let longest_ms = 0;
  try {
    for (let stops = 0; stops < size; ) {
      const times = Math.min(stopsPerPhase, size - stops);
      const disturb = async () => {
        const { code, took_ms } = await end(testBed, 'SIGTERM');
        assert.equal(code, 0, testBed.service().output());
        assert.ok(!testBed.service().output().includes(cutOffWarning), 'requests in flight were cut off');
        if (timed) assert.ok(took_ms < timeout_ms, `it took ${took_ms.toFixed(0)} ms to stop`);
        longest_ms = Math.max(longest_ms, took_ms);
        await testBed.restart();
      };
      const { operations, violations } = await runPhase({
        testBed,
        random,
        tally,
        name: String(stops),
        times,
        disturb,
      });
      stops += times;
      say(`${stops} of ${size} stops; ${describe(tally)}; the longest stop ${(longest_ms / 1_000).toFixed(2)} s`);
      assert.deepEqual([...violations, ...cutOff(operations)].slice(0, 10), []);
    }
    assert.deepEqual(await brokenInvariants(testBed.admin), []);
    say(`${size} stops, ${tally.answered} operations: no request cut off, none lost, exit code 0 each time`);
    await verifyCheck(testBed, seed, say);
  } finally {
    await testBed.close();
  }
}

async function end(testBed: TestBed, signal: 'SIGTERM' | 'SIGKILL'): Promise<{ code: number | null; took_ms: number }> {
  const { process } = testBed.service();
  const since = performance.now();
  const exit = new Promise<number | null>((resolve) => process.once('exit', resolve));
  process.kill(signal);
  return { code: await exit, took_ms: performance.now() - since };
}

/** SIGKILL does cut requests off, and the check must notice it. */
async function verifyCheck(testBed: TestBed, seed: number, say: ProofRun['say']): Promise<void> {
  const disturb = async () => {
    await end(testBed, 'SIGKILL');
    await testBed.restart();
  };
  const { operations } = await runPhase({
    testBed,
    random: createRandom(seed),
    tally: newTally(),
    name: 'killed',
    times: killsAtTheEnd,
    disturb,
  });
  const cut = cutOff(operations).length;
  assert.ok(cut > 0, 'SIGKILL cut off no request, so this proof cannot notice one');
  say(`noticed ${cut} requests cut off by SIGKILL, as expected`);
}

/**
 * Accepted requests without a complete response. If a socket is closed before its request is read, the client gets a reset.
 * So if a connection opened for the request ends without a reset, the service had read the request.
 */
const cutOff = (operations: readonly OperationRecord[]): string[] =>
  operations.flatMap(({ operation, ok, unknown }) => [
    ...unknown
      .filter(({ begun }) => begun)
      .map(({ why }) => `${operation.name}: cut off in the middle of the response: ${why}`),
    ...unknown
      .filter(({ why, fresh }) => fresh && why === 'socket hang up')
      .map(() => `${operation.name}: cut off: read, but no response`),
    // The operation was carried out, but only its repetition got a response.
    ...(ok?.replayed
      ? [`${operation.name}: cut off: carried out, but no response: ${unknown.map(({ why }) => why).join(', ')}`]
      : []),
  ]);

/** A stop loses no request. */
export const proof: Proof = { unit: 'stops', long: 1_000, prove: proveStop };
