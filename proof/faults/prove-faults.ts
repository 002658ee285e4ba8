import assert from 'node:assert/strict';
import type { Connection } from '../../server/src/platform/database/connection.ts';
import { onServer } from '../in-process.ts';
import type { Proof, ProofRun } from '../proof.ts';
import { createRandom } from '../random.ts';
import { isOfARoom } from './checks.ts';
import { type Copy, copyTree } from './copy.ts';
import type { Fault } from './fault.ts';
import { faults } from './faults.ts';
import { runCheck } from './run-check.ts';

function shuffled<Value>(values: readonly Value[], seed: number): Value[] {
  const random = createRandom(seed);
  const left = [...values];
  return values.map(() => left.splice(random.below(left.length), 1)[0] as Value);
}

interface FaultsRun extends ProofRun {
  /** First that the checks find nothing in the tree as it is. A run of all tests sees that anyway. */
  isSoundFirst?: boolean;
  /** Of which faults. */
  among?: readonly Fault[];
}

/** Two at a time, each in a copy of its own. */
const copies = 2;

async function each<Task>(tasks: readonly Task[], work: (copy: Copy, task: Task) => Promise<void>): Promise<void> {
  const left = [...tasks];
  const worker = async () => {
    const copy = await copyTree();
    try {
      for (let task = left.shift(); task !== undefined; task = left.shift()) await work(copy, task);
    } finally {
      await copy.remove();
    }
  };
  await Promise.all(Array.from({ length: Math.min(copies, tasks.length) }, worker));
}

/** @throws AssertionError when one of the checks fails in the tree as it is: what it says of a fault would prove nothing */
async function checkTheChecks(chosen: readonly Fault[], server: Connection, say: ProofRun['say']): Promise<void> {
  const checks = new Map(chosen.map(({ by }) => [by.command.join(' '), by]));
  const unsound: string[] = [];
  await each([...checks.values()], async (copy, check) => {
    const { code, said, took_s } = await runCheck(copy, { check, server });
    if (code !== 0) unsound.push(`${check.title} fails without a fault:\n${said.slice(-5_000)}`);
    else say(`without a fault nothing is found by ${check.command.join(' ')}, ${took_s.toFixed(1)} s`);
  });
  assert.ok(unsound.length === 0, unsound.join('\n\n'));
}

interface Tried {
  fault: Fault;
  isCaught: boolean;
  took_s: number;
  /** How it ended, for one that was not caught. */
  told: string;
}

async function plant(copy: Copy, fault: Fault, server: Connection): Promise<Tried> {
  const { by: check, says } = fault;
  // The database of the run was made by other migrations.
  const own = fault.file.startsWith('server/migrations/') ? undefined : server;
  const { code, said, took_s } = await copy.withFault(fault, () => runCheck(copy, { check, server: own, says }));
  const told = `${fault.name}: ${check.title} ended with ${code}, and said:\n${said.slice(-3_000)}`;
  return { fault, isCaught: code !== 0 && says.test(said), took_s, told };
}

/** In Markdown, as docs/explanation/proof.md has it. */
const tableOf = (tried: readonly Tried[], numberOf: (fault: Fault) => number): string[] => [
  '| # | fault | caught by | s |',
  '| --- | --- | --- | --- |',
  ...tried
    .toSorted((a, b) => numberOf(a.fault) - numberOf(b.fault))
    .map(({ fault, isCaught, took_s }) => {
      const by = isCaught ? `\`${fault.by.title}\`` : '**nobody**';
      return `| ${numberOf(fault)} | ${fault.breaks} | ${by} | ${took_s.toFixed(1)} |`;
    }),
];

/**
 * Plants faults, each in a separate copy of the tree: the named check must fail for that reason. @throws AssertionError
 * naming those that were not caught
 */
export async function proveFaults({
  seed,
  size,
  only,
  say,
  isSoundFirst = false,
  among = faults,
}: FaultsRun): Promise<void> {
  const chosen = shuffled(among, seed)
    .filter(({ name }) => only === undefined || name === only)
    .slice(0, size);
  assert.ok(chosen.length > 0, `there is no fault ${only}`);
  const tried: Tried[] = [];
  await onServer(async (server) => {
    if (isSoundFirst) await checkTheChecks(chosen, server, say);
    await each(chosen, async (copy, fault) => {
      const one = await plant(copy, fault, server);
      tried.push(one);
      say(`${one.isCaught ? 'caught' : 'NOT CAUGHT'}: ${fault.name}, by ${fault.by.title}, ${one.took_s.toFixed(1)} s`);
    });
  });
  for (const line of tableOf(tried, (fault) => faults.indexOf(fault) + 1)) say(line);
  const missed = tried.filter(({ isCaught }) => !isCaught);
  const wide = chosen.filter(({ by }) => !isOfARoom(by)).length;
  say(
    `${chosen.length - missed.length} of ${chosen.length} planted faults caught; ${wide} are for a proof, a net or the tests of the interface, the others for those of a room`,
  );
  assert.ok(missed.length === 0, missed.map(({ told }) => told).join('\n\n'));
}

/** The proofs, nets and tests see what they are there to see. */
export const proof: Proof = {
  unit: 'faults',
  long: faults.length,
  prove: (run) => proveFaults({ ...run, isSoundFirst: run.only === undefined }),
};
