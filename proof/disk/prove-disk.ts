import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { brokenInvariants } from '../../test/invariants.ts';
import { databasePid } from '../../test/process/database-pid.ts';
import { until } from '../../test/until.ts';
import { checkOperations } from '../crash/check.ts';
import type { OperationRecord, Store } from '../crash/operations.ts';
import { OutcomeUnknownError, sendOperation } from '../crash/send.ts';
import { openStore } from '../crash/stores.ts';
import { replay, settle } from '../crash/workers.ts';
import { createWorkload, type Workload } from '../crash/workload.ts';
import type { Proof, ProofRun } from '../proof.ts';
import { createRandom } from '../random.ts';
import { openTestBed, type TestBed } from '../test-bed.ts';
import { createSmallVolume, reasonToSkip, type SmallVolume } from './small-volume.ts';

const shops = 4;
const operationsPerTurn = 12;
const timeout_ms = 60_000;

/**
 * How full the disk is. `almost`: the service rejects writes before the disk is full. `tables`: there is no room for table
 * files, so writes fail. `log`: there is no room for the write-ahead log either, and the database server ends until there is.
 */
const fillings = ['almost', 'tables', 'log'] as const;
type Filling = (typeof fillings)[number];
/** Below the service's limit, but more than one file of the log. */
const almostFullLeft_bytes = 40 * 1024 * 1024;
/**
 * Rounds of rejected writes. The log position tells how much they write. Free space does not: the database creates log
 * files of 16 MiB in advance. Vacuum, checkpoints and maintenance sometimes write too, so the smallest round counts.
 */
const rejectedRounds = 5;

interface Shop {
  store: Store;
  workload: Workload;
}

/** Fills the disk repeatedly. Writes must be rejected, the process must not end, and work must continue when there is room. */
export async function proveDisk({ seed, size, say }: ProofRun): Promise<void> {
  const reason = reasonToSkip();
  if (reason !== undefined) return say(`skipped: ${reason}`);
  const random = createRandom(seed);
  const volume = await createSmallVolume();
  const testBed = await openTestBed({ place: volume });
  const operations: OperationRecord[] = [];
  try {
    const service = testBed.service().process;
    const open: Shop[] = [];
    for (let number = 0; number < shops; number += 1) {
      const store = await openStore(testBed.url, `disk-${number}`);
      open.push({ store, workload: createWorkload(`disk-${number}`, store, random.split()) });
    }
    const stores = open.map(({ store }) => store);
    for (let turn = 1; turn <= size; turn += 1) {
      const filling = fillings[(turn - 1) % fillings.length] ?? 'almost';
      const refused = await runFull({ testBed, volume, open, operations, filling });
      assertRefused(refused);
      const since = performance.now();
      await volume.makeRoom();
      await until(async () => (await trade(testBed, open, operations, 1)) === 0, timeout_ms);
      const recovery_s = ((performance.now() - since) / 1_000).toFixed(2);
      const log = join(testBed.env.DATA_DIR ?? '', '..', 'settled.log');
      const settled = await settle(operations, { url: testBed.url, stores, admin: testBed.admin, log });
      const violations = [
        ...(await checkOperations(testBed.admin, operations, stores)),
        ...(await replay(operations, { url: testBed.url, stores })),
      ];
      assert.deepEqual(violations.slice(0, 10), []);
      assert.deepEqual([service.exitCode, service.signalCode], [null, null], 'the process must not end');
      say(
        `${turn} of ${size}: ${filling}: ${refused} writes rejected, recovered after ${recovery_s} s, ${settled} operations settled, ${operations.length} in all`,
      );
    }
    assert.deepEqual(await brokenInvariants(testBed.admin), []);
    // Without a full disk nothing is rejected, and the check must notice that.
    const refused = await trade(testBed, open, operations, operationsPerTurn);
    assert.throws(() => assertRefused(refused), /no write was rejected/);
  } finally {
    await testBed.close();
  }
}

const assertRefused = (refused: number) => assert.ok(refused > 0, 'no write was rejected: the disk was not full');

interface FullDisk {
  testBed: TestBed;
  volume: SmallVolume;
  open: readonly Shop[];
  operations: OperationRecord[];
  filling: Filling;
}

/** @returns the number of rejected writes */
async function runFull({ testBed, volume, open, operations, filling }: FullDisk): Promise<number> {
  const before_trade = await loggedBytes(testBed);
  await trade(testBed, open, operations, operationsPerTurn);
  const accepted_bytes = (await loggedBytes(testBed)) - before_trade;
  if (filling === 'almost') return runAlmostFull({ testBed, volume, open, operations, accepted_bytes });
  await volume.fill();
  let refused = await trade(testBed, open, operations, operationsPerTurn);
  if (filling === 'tables') {
    await until(async () => {
      refused += await trade(testBed, open, operations, operationsPerTurn);
      return refused > 0;
    }, timeout_ms);
    await read(testBed, open, [200]);
    return refused;
  }
  // Ends the current log file early. There is no room for the next one.
  const before = await databasePid(volume.env.DATA_DIR);
  await until(async () => {
    await testBed.admin.query('select pg_switch_wal()').catch(() => undefined);
    refused += await trade(testBed, open, operations, 1);
    return (await databasePid(volume.env.DATA_DIR).catch(() => 0)) !== before || !(await isUp(testBed));
  }, timeout_ms);
  // While the database is unavailable, reads may also get 503.
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await read(testBed, open, [200, 503]);
    assert.equal((await fetch(`${testBed.url}/health/live`)).status, 200);
    await sleep(100);
  }
  return refused;
}

/** Nothing is written, everything can be read, and the database keeps running during repeated attempts. */
async function runAlmostFull({
  testBed,
  volume,
  open,
  operations,
  accepted_bytes,
}: Omit<FullDisk, 'filling'> & { accepted_bytes: number }) {
  await volume.fill(almostFullLeft_bytes);
  const before = await databasePid(volume.env.DATA_DIR);
  const all = open.length * operationsPerTurn;
  await until(async () => (await trade(testBed, open, operations, operationsPerTurn)) === all, timeout_ms);
  let refused_bytes = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rejectedRounds && 4 * refused_bytes >= accepted_bytes; round += 1) {
    const logged = await loggedBytes(testBed);
    assert.equal(await trade(testBed, open, operations, operationsPerTurn), all, 'a write was accepted');
    await read(testBed, open, [200]);
    refused_bytes = Math.min(refused_bytes, (await loggedBytes(testBed)) - logged);
  }
  assert.ok(
    4 * refused_bytes < accepted_bytes,
    `rejected writes took ${refused_bytes} bytes of the log, and as many accepted ones ${accepted_bytes}`,
  );
  assert.equal(await databasePid(volume.env.DATA_DIR), before);
  assert.equal((await fetch(`${testBed.url}/health/ready`)).status, 200);
  return all;
}

/** The number of bytes that the database has written to its log. */
async function loggedBytes({ admin }: TestBed): Promise<number> {
  const { rows } = await admin.query<{ bytes: string }>(`select pg_current_wal_insert_lsn() - '0/0' as bytes`);
  return Number(rows[0]?.bytes);
}

const isUp = ({ admin }: TestBed): Promise<boolean> =>
  admin.query('select 1').then(
    () => true,
    () => false,
  );

async function read({ url }: TestBed, open: readonly Shop[], statuses: readonly number[]): Promise<void> {
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
async function trade(
  { url }: TestBed,
  open: readonly Shop[],
  operations: OperationRecord[],
  count: number,
): Promise<number> {
  let refused = 0;
  const agent = new Agent({ keepAlive: true });
  const runShop = async ({ store, workload }: Shop) => {
    for (let number = 0; number < count; number += 1) {
      const record: OperationRecord = { operation: workload.next(), unknown: [] };
      operations.push(record);
      try {
        const { body, ...answer } = await sendOperation(record.operation, { url, store, agent });
        assert.ok(answer.status < 300, `${record.operation.name} was answered with ${answer.status} ${body}`);
        record.ok = answer;
        workload.done(record.operation, answer);
      } catch (error) {
        if (!(error instanceof OutcomeUnknownError)) throw error;
        assert.match(error.message, /^(503|429)$/, 'a write got no response');
        record.unknown.push(error.unknown);
        refused += 1;
      }
    }
  };
  await Promise.all(open.map(runShop));
  agent.destroy();
  return refused;
}

/** On a full disk nothing is written and nothing is lost. When there is room, work continues without intervention. */
export const proof: Proof = { unit: 'times full', long: 20, prove: proveDisk };
