import assert from 'node:assert/strict';
import type { Connection } from '../../server/src/platform/database/connection.ts';
import { type Copy, copyTree } from '../copy-tree.ts';
import { onServer } from '../in-process.ts';
import type { Proof, ProofRun } from '../proof.ts';
import { createRandom } from '../random.ts';
import type { Fault } from './fault.ts';
import { faults } from './faults.ts';
import { locate, readSources } from './locate.ts';
import { runCheck } from './run-check.ts';

function shuffled<Value>(values: readonly Value[], seed: number): Value[] {
  const random = createRandom(seed);
  const left = [...values];
  return values.map(() => left.splice(random.below(left.length), 1)[0] as Value);
}

interface FaultsRun extends ProofRun {
  /** First checks that the checks pass in the unchanged tree. A run of all tests shows that anyway. */
  verifiesChecks?: boolean;
  /** The faults to choose from. */
  among?: readonly Fault[];
}

/** Number of copies of the tree. Each runs one check at a time. */
const copies = 2;

async function forEachInCopies<Task>(
  tasks: readonly Task[],
  work: (copy: Copy, task: Task) => Promise<void>,
): Promise<void> {
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

/** @throws AssertionError if a check fails in the unchanged tree: its failure with a fault would prove nothing */
async function verifyChecks(chosen: readonly Fault[], server: Connection, say: ProofRun['say']): Promise<void> {
  const checks = new Map(chosen.map(({ by }) => [by.command.join(' '), by]));
  const unsound: string[] = [];
  await forEachInCopies([...checks.values()], async (copy, check) => {
    const { code, output, took_s } = await runCheck(copy, { check, server });
    if (code !== 0) unsound.push(`${check.title} fails without a fault:\n${output.slice(-5_000)}`);
    else say(`passes without a fault: ${check.command.join(' ')}, ${took_s.toFixed(1)} s`);
  });
  assert.ok(unsound.length === 0, unsound.join('\n\n'));
}

interface Tried {
  fault: Fault;
  isCaught: boolean;
  took_s: number;
  /** Describes the outcome, for a fault that was not caught. */
  description: string;
}

async function plant(copy: Copy, fault: Fault, server: Connection): Promise<Tried> {
  const { by: check, says } = fault;
  const { file, changed } = locate(await readSources(copy.folder), fault);
  const { code, output, took_s } = await copy.withText(
    file,
    () => changed,
    () => runCheck(copy, { check, server, says }),
  );
  const description = `${fault.name}: ${check.title} ended with ${code}, output:\n${output.slice(-3_000)}`;
  return { fault, isCaught: code !== 0 && says.test(output), took_s, description };
}

/** A table in Markdown, like that in docs/explanation/proof.md. */
const tableOf = (tried: readonly Tried[], numberOf: (fault: Fault) => number): string[] => [
  '| # | fault | caught by | s |',
  '| --- | --- | --- | --- |',
  ...tried
    .toSorted((a, b) => numberOf(a.fault) - numberOf(b.fault))
    .map(({ fault, isCaught, took_s }) => {
      const by = isCaught ? `\`${fault.by.title}\`` : '**no check**';
      return `| ${numberOf(fault)} | ${fault.breaks} | ${by} | ${took_s.toFixed(1)} |`;
    }),
];

/**
 * Plants each fault by itself in a copy of the tree. Its check must fail, and for that reason.
 * @throws AssertionError with the faults that were not caught
 */
export async function proveFaults({
  seed,
  size,
  only,
  say,
  verifiesChecks = false,
  among = faults,
}: FaultsRun): Promise<void> {
  const chosen = shuffled(among, seed)
    .filter(({ name }) => only === undefined || name === only)
    .slice(0, size);
  assert.ok(chosen.length > 0, `there is no fault ${only}`);
  const tried: Tried[] = [];
  await onServer(async (server) => {
    if (verifiesChecks) await verifyChecks(chosen, server, say);
    await forEachInCopies(chosen, async (copy, fault) => {
      const result = await plant(copy, fault, server);
      tried.push(result);
      say(
        `${result.isCaught ? 'caught' : 'NOT CAUGHT'}: ${fault.name}, by ${fault.by.title}, ${result.took_s.toFixed(1)} s`,
      );
    });
  });
  for (const line of tableOf(tried, (fault) => faults.indexOf(fault) + 1)) say(line);
  const missed = tried.filter(({ isCaught }) => !isCaught);
  say(`${chosen.length - missed.length} of ${chosen.length} planted faults caught`);
  assert.ok(missed.length === 0, missed.map(({ description }) => description).join('\n\n'));
}

/** The proofs and tests notice deliberate defects of the service. */
export const proof: Proof = {
  unit: 'faults',
  long: faults.length,
  prove: (run) => proveFaults({ ...run, verifiesChecks: run.only === undefined }),
};
