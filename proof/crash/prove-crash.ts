import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { brokenInvariants } from '../../test/invariants.ts';
import type { Proof, ProofRun } from '../proof.ts';
import { createRandom } from '../random.ts';
import { openTestBed, type Target, type TestBed } from '../test-bed.ts';
import { brokenInvariantsOf, checkOperations, findPlantedFaults } from './check.ts';
import type { OperationRecord, Store } from './operations.ts';
import { describe, newTally, runPhase } from './phase.ts';
import { replay } from './workers.ts';

/** After this number of kills the shops are checked, and new ones open. */
const killsPerPhase = 50;

/** Of ten kills, four hit the database, four the service, two both. */
const targets: readonly Target[] = ['database', 'database', 'service', 'service', 'both'];

export async function proveCrash({ seed, size, say, control = false }: ProofRun): Promise<void> {
  const random = createRandom(seed);
  const testBed = await openTestBed({ altered: control ? asynchronousCommit : undefined });
  const { admin } = testBed;
  const tally = newTally();
  const started = performance.now();
  const operations: OperationRecord[] = [];
  const stores: Store[] = [];
  const violations: string[] = [];
  const remaining: Target[] = [];
  try {
    for (let kills = 0; kills < size; ) {
      const times = Math.min(killsPerPhase, size - kills);
      const disturb = async (turn: number, open: readonly Store[]) => {
        if (turn % 10 === 0 && !control)
          violations.push(...(await brokenInvariantsOf(admin, random.oneOf(open).merchant_id)));
        if (remaining.length === 0) remaining.push(...targets);
        const [target = 'both'] = remaining.splice(random.below(remaining.length), 1);
        await testBed.kill(target, { allAtOnce: control || random.below(2) === 0 });
        if (random.below(10) > 0) return;
        // One time in ten, kills the database again during its recovery.
        await sleep(random.below(600));
        await testBed.kill('database', { allAtOnce: true });
      };
      const phase = await runPhase({ testBed, random, tally, name: String(kills), times, disturb });
      operations.push(...phase.operations);
      stores.push(...phase.stores);
      violations.push(...phase.violations);
      if (kills === 0 && !control) await verifyCheck(testBed, phase, say);
      kills += times;
      say(
        `${kills} of ${size} kills; ${describe(tally)}; ${((tally.answered / (performance.now() - started)) * 1_000).toFixed(0)} answers/s`,
      );
      if (!control) assert.deepEqual(violations.slice(0, 10), []);
    }
    // Checks all phases again: a later kill must not lose rows of an earlier phase.
    await admin.query('analyze');
    violations.push(...(await checkOperations(admin, operations, stores)), ...(await brokenInvariants(admin)));
    if (control) return reportControl(violations, say);
    assert.deepEqual(violations.slice(0, 10), []);
    await verifyReplay(testBed, operations, stores);
    say(
      `${size} kills, ${tally.answered} operations: 0 lost, 0 duplicated, 0 without a request, 0 rows that violate an invariant`,
    );
  } finally {
    await testBed.close();
  }
}

async function verifyCheck(
  { admin }: TestBed,
  { operations, stores }: { operations: OperationRecord[]; stores: Store[] },
  say: ProofRun['say'],
): Promise<void> {
  const { found, missed } = await findPlantedFaults(admin, operations, stores);
  assert.deepEqual(missed, [], 'the check missed planted faults');
  say(`the check found all ${found} planted faults`);
}

/** Without its idempotency key, a repeated operation is carried out twice. Both the replay and the check must find that. */
async function verifyReplay(
  { admin, url }: TestBed,
  operations: readonly OperationRecord[],
  stores: readonly Store[],
): Promise<void> {
  // One of the last operations: the users of the first shops are signed out.
  const duplicated = operations.findLast(({ operation }) => operation.kind === 'adjust');
  assert.ok(duplicated);
  await admin.query('delete from idempotency_keys where key = $1', [`key ${duplicated.operation.name}`]);
  assert.match(String(await replay([duplicated], { url, stores })), /carried out again/);
  assert.match(
    String(await checkOperations(admin, operations, stores)),
    new RegExp(`movements: different: ${duplicated.operation.name} is`),
  );
}

/** Commits then return before the log is on disk, so a kill of all database processes at once loses acknowledged data. */
export const asynchronousCommit = {
  file: 'server/src/platform/database/pool/pool.ts',
  from: "coalesce(nullif(current_setting('synchronous_commit'), 'off'), 'on')",
  to: "'off'",
};

function reportControl(violations: readonly string[], say: ProofRun['say']): void {
  const lost = new Set(violations.flatMap((line) => /lost: (?<name>op-[\d-]+)/.exec(line)?.groups?.name ?? []));
  assert.ok(lost.size > 0, 'asynchronous commit lost nothing, so this proof cannot notice a loss');
  say(`noticed the loss of ${lost.size} acknowledged operations with asynchronous commit, as expected`);
}

/** Acknowledged operations survive killed processes, and repeated requests are carried out once. */
export const proof: Proof = { unit: 'kills', long: 1_000, prove: proveCrash };
