import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { Connection } from '../../server/src/db/connection.ts';
import { testServerVariable } from '../../test/server.ts';
import { onServer } from '../in-process.ts';
import type { Proof, ProofRun } from '../proof.ts';
import { createRandom } from '../random.ts';
import { type Check, isOfARoom } from './checks.ts';
import { type Copy, copyTree } from './copy.ts';
import type { Fault } from './fault.ts';
import { faults } from './faults.ts';

/** What came of a check. */
interface Outcome {
  code: number | null;
  said: string;
  took_s: number;
}

const patience_ms = 150_000;
const grace_ms = 10_000;

/** The database of the run was made without the fault. */
const needsOwnServer = ({ file }: Fault) => file.startsWith('server/migrations/');

interface CheckRun {
  check: Check;
  /** None: it starts its own. */
  server: Connection | undefined;
  /** What it is expected to say. Once it has, it is not waited for long: what a fault has left open may keep it from ending. */
  says?: RegExp;
}

/** Runs a check in the copy, as a program of its own. */
async function runCheck({ folder }: Copy, { check: { command }, server, says }: CheckRun): Promise<Outcome> {
  const env: NodeJS.ProcessEnv = { ...process.env, FORCE_COLOR: '0' };
  // A test run inside of another is passed over by Node, and one server by another.
  delete env.NODE_TEST_CONTEXT;
  delete env[testServerVariable];
  if (server !== undefined) env[testServerVariable] = JSON.stringify(server);
  // Files of tests find their server in the environment, and have nobody else to start one.
  const [first, ...others] = command;
  const words = server === undefined && first === '--test' ? ['test/run.ts', 'all', others.at(-1) ?? ''] : command;
  const started = performance.now();
  const child = spawn(process.execPath, words, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let said = '';
  // With whatever it has started.
  const end = () => process.kill(-(child.pid ?? 0), 'SIGKILL');
  let late = setTimeout(end, patience_ms);
  const keep = (chunk: Buffer) => {
    const before = says?.test(said);
    said = (said + chunk.toString()).slice(-400_000);
    if (before !== false || !says?.test(said)) return;
    clearTimeout(late);
    late = setTimeout(end, grace_ms);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  clearTimeout(late);
  return { code, said, took_s: (performance.now() - started) / 1_000 };
}

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

/**
 * So many faults, each put into a copy of the tree by itself: the check that is named must fail, and say why. @throws AssertionError
 * naming those that were not caught
 */
export async function proveFaults({ seed, size, only, say, isSoundFirst = false, among = faults }: FaultsRun): Promise<void> {
  const chosen = shuffled(among, seed)
    .filter(({ name }) => only === undefined || name === only)
    .slice(0, size);
  assert.ok(chosen.length > 0, `there is no fault ${only}`);
  const rows = new Map<Fault, string>();
  const missed: string[] = [];
  await onServer(async (server) => {
    const each = async <Task>(tasks: readonly Task[], work: (copy: Copy, task: Task) => Promise<void>) => {
      const left = [...tasks];
      const lane = async () => {
        const copy = await copyTree();
        try {
          for (let task = left.shift(); task !== undefined; task = left.shift()) await work(copy, task);
        } finally {
          await copy.remove();
        }
      };
      await Promise.all(Array.from({ length: Math.min(copies, tasks.length) }, lane));
    };
    if (isSoundFirst) {
      const checks = new Map(chosen.map((fault) => [fault.by.command.join(' '), fault.by]));
      const unsound: string[] = [];
      await each([...checks.values()], async (copy, check) => {
        const { code, said, took_s } = await runCheck(copy, { check, server });
        if (code !== 0) unsound.push(`${check.title} fails without a fault:\n${said.slice(-5_000)}`);
        else say(`without a fault nothing is found by ${check.command.join(' ')}, ${took_s.toFixed(1)} s`);
      });
      assert.ok(unsound.length === 0, unsound.join('\n\n'));
    }
    await each(chosen, async (copy, fault) => {
      const own = needsOwnServer(fault) ? undefined : server;
      const { code, said, took_s } = await copy.withFault(fault, () => runCheck(copy, { check: fault.by, server: own, says: fault.says }));
      const isCaught = code !== 0 && fault.says.test(said);
      if (!isCaught) missed.push(`${fault.name}: ${fault.by.title} ended with ${code}, and said:\n${said.slice(-3_000)}`);
      rows.set(
        fault,
        `| ${among.indexOf(fault) + 1} | ${fault.breaks} | ${isCaught ? fault.by.title : '**nobody**'} | ${took_s.toFixed(1)} |`,
      );
      say(`${isCaught ? 'caught' : 'NOT CAUGHT'}: ${fault.name}, by ${fault.by.title}, ${took_s.toFixed(1)} s`);
    });
  });
  say('');
  for (const line of ['| # | fault | caught by | s |', '| --- | --- | --- | --- |']) say(line);
  for (const fault of among) if (rows.has(fault)) say(rows.get(fault) ?? '');
  say('');
  const wide = chosen.filter(({ by }) => !isOfARoom(by)).length;
  say(
    `${chosen.length - missed.length} of ${chosen.length} planted faults caught, ${wide} of them by a proof, a net or the interface's own tests`,
  );
  assert.ok(missed.length === 0, missed.join('\n\n'));
}

/** The proofs, nets and tests see what they are there to see. */
export const proof: Proof = {
  unit: 'faults',
  long: faults.length,
  prove: (run) => proveFaults({ ...run, isSoundFirst: run.only === undefined }),
};
