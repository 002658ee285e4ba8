import assert from 'node:assert/strict';
import { cutOffWarning } from '../../server/src/platform/http/drain.ts';
import { brokenInvariants } from '../../test/invariants.ts';
import type { Recorded } from '../crash/acts.ts';
import { inWords, newTally, runEra } from '../crash/phase.ts';
import type { Proof, ProofRun } from '../proof.ts';
import { createRandom } from '../random.ts';
import { openStand, type Stand } from '../stand.ts';

const stopsOfAnEra = 50;
const patience_ms = 10_000;
const killsAtTheEnd = 1;

/** Stopped in the middle of its work, again and again, it cuts no request: what it took it answers, and what it does not answer it did not do. */
export async function proveStop({ seed, size, say, timed = false }: ProofRun): Promise<void> {
  const random = createRandom(seed);
  const stand = await openStand({ settings: { LOG_LEVEL: 'warn', ...(timed ? {} : { REQUEST_STOP_SECONDS: '120' }) } });
  const tally = newTally();
  let longest_ms = 0;
  try {
    for (let stops = 0; stops < size; ) {
      const times = Math.min(stopsOfAnEra, size - stops);
      const disturb = async () => {
        const { code, took_ms } = await end(stand, 'SIGTERM');
        assert.equal(code, 0, stand.service().output());
        assert.ok(!stand.service().output().includes(cutOffWarning), 'requests in flight were cut off');
        if (timed) assert.ok(took_ms < patience_ms, `it took ${took_ms.toFixed(0)} ms to stop`);
        longest_ms = Math.max(longest_ms, took_ms);
        await stand.restart();
      };
      const { acts, told } = await runEra({ stand, random, tally, name: String(stops), times, disturb });
      stops += times;
      say(`${stops} of ${size} stops; ${inWords(tally)}; the longest stop ${(longest_ms / 1_000).toFixed(2)} s`);
      assert.deepEqual([...told, ...cutOff(acts)].slice(0, 10), []);
    }
    assert.deepEqual(await brokenInvariants(stand.admin), []);
    say(`${size} stops, ${tally.answered} acts: no request cut, none lost, exit code 0 each time`);
    await tryTheCheck(stand, seed, say);
  } finally {
    await stand.close();
  }
}

async function end(stand: Stand, signal: 'SIGTERM' | 'SIGKILL'): Promise<{ code: number | null; took_ms: number }> {
  const { process } = stand.service();
  const asked = performance.now();
  const exit = new Promise<number | null>((resolve) => process.once('exit', resolve));
  process.kill(signal);
  return { code: await exit, took_ms: performance.now() - asked };
}

/** Killed outright it does cut requests, and the check must see it. */
async function tryTheCheck(stand: Stand, seed: number, say: ProofRun['say']): Promise<void> {
  const disturb = async () => {
    await end(stand, 'SIGKILL');
    await stand.restart();
  };
  const { acts } = await runEra({
    stand,
    random: createRandom(seed),
    tally: newTally(),
    name: 'killed',
    times: killsAtTheEnd,
    disturb,
  });
  const cut = cutOff(acts).length;
  assert.ok(cut > 0, 'killed outright it seems to cut no request: the proof proves nothing');
  say(`killed outright instead, as it must be: ${cut} requests cut`);
}

/**
 * Requests that were taken, and whose answer did not come whole. What is closed with a request in it that nobody has read yet, is reset;
 * the end of a connection without a word, and that was made for the request, means that it had been read.
 */
const cutOff = (acts: readonly Recorded[]): string[] =>
  acts.flatMap(({ act, ok, unknown }) => [
    ...unknown.filter(({ begun }) => begun).map(({ why }) => `${act.name}: cut in the middle of its answer: ${why}`),
    ...unknown
      .filter(({ why, fresh }) => fresh && why === 'socket hang up')
      .map(() => `${act.name}: cut: read, and not answered`),
    // The client heard of it only when it asked again.
    ...(ok?.replayed
      ? [`${act.name}: cut: it had been done, and was not answered: ${unknown.map(({ why }) => why).join(', ')}`]
      : []),
  ]);

/** A stop loses no request. */
export const proof: Proof = { unit: 'stops', long: 1_000, prove: proveStop };
