import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { brokenInvariants } from '../../test/invariants.ts';
import { databasePid } from '../../test/process/database-pid.ts';
import { until } from '../../test/until.ts';
import type { Recorded, Store } from '../crash/acts.ts';
import { checkActs } from '../crash/check.ts';
import { createWorkload, type Workload } from '../crash/draw.ts';
import { NoAnswer, sendAct } from '../crash/send.ts';
import { openStore } from '../crash/stores.ts';
import { replay, settle } from '../crash/workers.ts';
import type { Proof, ProofRun } from '../proof.ts';
import { createRandom } from '../random.ts';
import { openStand, type Stand } from '../stand.ts';
import { aSmallVolume, type SmallVolume, whyNot } from './small-volume.ts';

const shops = 4;
const actsOfATurn = 12;
const patience_ms = 60_000;

/**
 * Almost full, as a disk is before it is full: the service lets nothing in. Full all at once, by somebody else: for the files of the tables, which
 * fails a write; or for the log as well, which ends the database server until there is room.
 */
const courses = ['almost', 'tables', 'log'] as const;
type Fullness = (typeof courses)[number];
/** Below the mark, and more than one file of the log. */
const almost_bytes = 40 * 1024 * 1024;
/**
 * What refused writes cost is read from the database's log, not from the free room: the database makes its next log file, of 16 MiB, when it likes.
 * Vacuum, a checkpoint and the service's jobs write to the log too, now and then; writes that cost something do so in every round.
 */
const rounds_of_refusal = 5;

interface Shop {
  store: Store;
  workload: Workload;
}

/** The disk runs full, again and again: writes are refused, nothing ends, and all goes on as soon as there is room. */
export async function proveDisk({ seed, size, say }: ProofRun): Promise<void> {
  const reason = whyNot();
  if (reason !== undefined) return say(`skipped: ${reason}`);
  const random = createRandom(seed);
  const volume = await aSmallVolume();
  const stand = await openStand({ place: volume });
  const acts: Recorded[] = [];
  try {
    const service = stand.service().process;
    const open: Shop[] = [];
    for (let number = 0; number < shops; number += 1) {
      const store = await openStore(stand.url, `disk-${number}`);
      open.push({ store, workload: createWorkload(`disk-${number}`, store, random.split()) });
    }
    const stores = open.map(({ store }) => store);
    for (let turn = 1; turn <= size; turn += 1) {
      const fullness = courses[(turn - 1) % courses.length] ?? 'almost';
      const refused = await runFull({ stand, volume, open, acts, fullness });
      assertRefused(refused);
      const since = performance.now();
      await volume.makeRoom();
      await until(async () => (await trade(stand, open, acts, 1)) === 0, patience_ms);
      const back_s = ((performance.now() - since) / 1_000).toFixed(2);
      const log = join(stand.env.DATA_DIR ?? '', '..', 'settled.log');
      const settled = await settle(acts, { url: stand.url, stores, admin: stand.admin, log });
      const told = [
        ...(await checkActs(stand.admin, acts, stores)),
        ...(await replay(acts, { url: stand.url, stores })),
      ];
      assert.deepEqual(told.slice(0, 10), []);
      assert.deepEqual([service.exitCode, service.signalCode], [null, null], 'the process must not end');
      say(
        `${turn} of ${size}: ${fullness}: ${refused} writes refused, back after ${back_s} s, ${settled} acts settled, ${acts.length} in all`,
      );
    }
    assert.deepEqual(await brokenInvariants(stand.admin), []);
    // A disk that is not full refuses nothing, and the check must notice.
    const refused = await trade(stand, open, acts, actsOfATurn);
    assert.throws(() => assertRefused(refused), /no write was refused/);
  } finally {
    await stand.close();
  }
}

const assertRefused = (refused: number) => assert.ok(refused > 0, 'no write was refused: the disk was not full');

interface Full {
  stand: Stand;
  volume: SmallVolume;
  open: readonly Shop[];
  acts: Recorded[];
  fullness: Fullness;
}

/** @returns how many writes were refused */
async function runFull({ stand, volume, open, acts, fullness }: Full): Promise<number> {
  const before_trade = await loggedBytes(stand);
  await trade(stand, open, acts, actsOfATurn);
  const accepted_bytes = (await loggedBytes(stand)) - before_trade;
  if (fullness === 'almost') return runAlmostFull({ stand, volume, open, acts, accepted_bytes });
  await volume.fill();
  let refused = await trade(stand, open, acts, actsOfATurn);
  if (fullness === 'tables') {
    await until(async () => {
      refused += await trade(stand, open, acts, actsOfATurn);
      return refused > 0;
    }, patience_ms);
    await read(stand, open, [200]);
    return refused;
  }
  // What is left of the log's file is passed over, and there is no room for the next one.
  const before = await databasePid(volume.env.DATA_DIR);
  await until(async () => {
    await stand.admin.query('select pg_switch_wal()').catch(() => undefined);
    refused += await trade(stand, open, acts, 1);
    return (await databasePid(volume.env.DATA_DIR).catch(() => 0)) !== before || !(await answers(stand));
  }, patience_ms);
  // While its database is unavailable, reads are answered with that too.
  for (let look = 0; look < 5; look += 1) {
    await read(stand, open, [200, 503]);
    assert.equal((await fetch(`${stand.url}/health/live`)).status, 200);
    await sleep(100);
  }
  return refused;
}

/** Nothing is written, everything can be read, and the database keeps running during repeated attempts. */
async function runAlmostFull({
  stand,
  volume,
  open,
  acts,
  accepted_bytes,
}: Omit<Full, 'fullness'> & { accepted_bytes: number }) {
  await volume.fill(almost_bytes);
  const before = await databasePid(volume.env.DATA_DIR);
  const all = open.length * actsOfATurn;
  await until(async () => (await trade(stand, open, acts, actsOfATurn)) === all, patience_ms);
  let refused_bytes = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds_of_refusal && 4 * refused_bytes >= accepted_bytes; round += 1) {
    const logged = await loggedBytes(stand);
    assert.equal(await trade(stand, open, acts, actsOfATurn), all, 'a write was let in');
    await read(stand, open, [200]);
    refused_bytes = Math.min(refused_bytes, (await loggedBytes(stand)) - logged);
  }
  assert.ok(
    4 * refused_bytes < accepted_bytes,
    `what was refused took ${refused_bytes} bytes; as much that was accepted ${accepted_bytes}`,
  );
  assert.equal(await databasePid(volume.env.DATA_DIR), before);
  assert.equal((await fetch(`${stand.url}/health/ready`)).status, 200);
  return all;
}

/** How much the database has written to its log. */
async function loggedBytes({ admin }: Stand): Promise<number> {
  const { rows } = await admin.query<{ bytes: string }>(`select pg_current_wal_insert_lsn() - '0/0' as bytes`);
  return Number(rows[0]?.bytes);
}

const answers = ({ admin }: Stand): Promise<boolean> =>
  admin.query('select 1').then(
    () => true,
    () => false,
  );

async function read({ url }: Stand, open: readonly Shop[], statuses: readonly number[]): Promise<void> {
  for (const path of ['/products', '/transactions', '/inventory', '/dashboard/summary', '/customers']) {
    for (const { store } of open) {
      const answer = await fetch(`${url}/api/v1${path}`, { headers: { authorization: `Bearer ${store.token}` } });
      const body = (await answer.json()) as { success: boolean };
      assert.ok(statuses.includes(answer.status), `${path} was answered with ${answer.status}`);
      assert.equal(body.success, answer.status === 200);
    }
  }
}

/** Runs this number of requests at each shop. @returns the number of temporary rejections */
async function trade({ url }: Stand, open: readonly Shop[], acts: Recorded[], count: number): Promise<number> {
  let refused = 0;
  const agent = new Agent({ keepAlive: true });
  const one = async ({ store, workload }: Shop) => {
    for (let number = 0; number < count; number += 1) {
      const recorded: Recorded = { act: workload.next(), unknown: [] };
      acts.push(recorded);
      try {
        const { body, ...answer } = await sendAct(recorded.act, { url, token: store.token, agent });
        assert.ok(answer.status < 300, `${recorded.act.name} was answered with ${answer.status} ${body}`);
        recorded.ok = answer;
        workload.done(recorded.act, answer);
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error;
        assert.match(error.message, /^(503|429)$/, 'a write was not answered');
        recorded.unknown.push(error.unknown);
        refused += 1;
      }
    }
  };
  await Promise.all(open.map(one));
  agent.destroy();
  return refused;
}

/** Without room nothing is written and nothing is lost; with room it goes on by itself. */
export const proof: Proof = { unit: 'times full', long: 20, prove: proveDisk };
