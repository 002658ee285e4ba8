import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { brokenInvariants } from '../../test/invariants.ts';
import type { Proof, ProofRun } from '../proof.ts';
import { createRandom } from '../random.ts';
import { openStand, type Stand, type Victim } from '../stand.ts';
import type { Recorded, Store } from './acts.ts';
import { brokenInvariantsOf, checkActs, checkTheCheck } from './check.ts';
import { inWords, newTally, runEra } from './phase.ts';
import { replay } from './workers.ts';

/** After this number of kills the shops close, are checked, and others open. */
const killsOfAnEra = 50;

/** Four in ten the database, four the service, two both. */
const victims: readonly Victim[] = ['database', 'database', 'service', 'service', 'both'];

export async function proveCrash({ seed, size, say, control = false }: ProofRun): Promise<void> {
  const random = createRandom(seed);
  const stand = await openStand({ altered: control ? asynchronousCommit : undefined });
  const { admin } = stand;
  const tally = newTally();
  const started = performance.now();
  const acts: Recorded[] = [];
  const stores: Store[] = [];
  const told: string[] = [];
  const bag: Victim[] = [];
  try {
    for (let kills = 0; kills < size; ) {
      const times = Math.min(killsOfAnEra, size - kills);
      const disturb = async (turn: number, open: readonly Store[]) => {
        if (turn % 10 === 0 && !control)
          told.push(...(await brokenInvariantsOf(admin, random.oneOf(open).merchant_id)));
        if (bag.length === 0) bag.push(...victims);
        const [victim = 'both'] = bag.splice(random.below(bag.length), 1);
        await stand.kill(victim, { whole: control || random.below(2) === 0 });
        if (random.below(10) > 0) return;
        // Now and then again, before it is back.
        await sleep(random.below(600));
        await stand.kill('database', { whole: true });
      };
      const era = await runEra({ stand, random, tally, name: String(kills), times, disturb });
      acts.push(...era.acts);
      stores.push(...era.stores);
      told.push(...era.told);
      if (kills === 0 && !control) await tryTheCheck(stand, era, say);
      kills += times;
      say(
        `${kills} of ${size} kills; ${inWords(tally)}; ${((tally.answered / (performance.now() - started)) * 1_000).toFixed(0)} answers/s`,
      );
      if (!control) assert.deepEqual(told.slice(0, 10), []);
    }
    // Once more over everything: nothing of an early era was lost by a later kill.
    await admin.query('analyze');
    told.push(...(await checkActs(admin, acts, stores)), ...(await brokenInvariants(admin)));
    if (control) return reportControl(told, say);
    assert.deepEqual(told.slice(0, 10), []);
    await tryTheReplay(stand, acts, stores);
    say(
      `${size} kills, ${tally.answered} acts: 0 lost, 0 doubled, 0 without a request, 0 rows that violate an invariant`,
    );
  } finally {
    await stand.close();
  }
}

async function tryTheCheck(
  { admin }: Stand,
  { acts, stores }: { acts: Recorded[]; stores: Store[] },
  say: ProofRun['say'],
): Promise<void> {
  const { found, missed } = await checkTheCheck(admin, acts, stores);
  assert.deepEqual(missed, [], 'planted faults that the check does not find');
  say(`the check found all of ${found} faults planted in what is there`);
}

/** A key that is lost makes an act that is sent again a second one: both who look at it must find that. */
async function tryTheReplay({ admin, url }: Stand, acts: readonly Recorded[], stores: readonly Store[]): Promise<void> {
  // Only the last ones: the users of the first are signed out.
  const doubled = acts.findLast(({ act }) => act.kind === 'adjust');
  assert.ok(doubled);
  await admin.query('delete from idempotency_keys where key = $1', [`key ${doubled.act.name}`]);
  assert.match(String(await replay([doubled], { url, stores })), /answered again as new/);
  assert.match(String(await checkActs(admin, acts, stores)), new RegExp(`movements: ${doubled.act.name} is`));
}

/** What is answered is then not yet on the disk; and when all of the database is killed at a stroke, it is nowhere. */
const asynchronousCommit = {
  file: 'server/src/platform/database/pool/pool.ts',
  from: "coalesce(nullif(current_setting('synchronous_commit'), 'off'), 'on')",
  to: "'off'",
};

function reportControl(told: readonly string[], say: ProofRun['say']): void {
  const lost = new Set(told.flatMap((line) => /lost: (?<name>act-[\d-]+)/.exec(line)?.groups?.name ?? []));
  assert.ok(lost.size > 0, 'with asynchronous commit nothing was lost: the proof proves nothing');
  say(`with asynchronous commit, as it must be: ${lost.size} acts that had been answered were lost`);
}

/** What was answered is durable, whatever is killed, and done once, however often it is sent. */
export const proof: Proof = { unit: 'kills', long: 1_000, prove: proveCrash };
