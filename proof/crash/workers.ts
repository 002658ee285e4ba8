import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { type Operation, type OperationRecord, openLog, type Store } from './operations.ts';
import { OutcomeUnknownError, sendOperation } from './send.ts';
import type { WorkerPlan } from './worker-process.ts';

const program = new URL('worker-process.ts', import.meta.url);

/** Running client processes. */
export interface Workers {
  /** The number of operations answered so far. */
  answered(): number;
  /** Lets them finish their current operations, and ends them. */
  stop(): Promise<void>;
}

/** `answered` and `stop` throw an error if one of the processes has ended by itself. */
export async function startWorkers(workers: readonly WorkerPlan[]): Promise<Workers> {
  const answered = workers.map(() => 0);
  let ended: string | undefined;
  const children: ChildProcess[] = workers.map((plan, number) => {
    const child = fork(program, { execArgv: [] });
    child.on('message', (count: number) => {
      answered[number] = count;
    });
    child.once('exit', (code, signal) => {
      if (code !== 0) ended = `a client process ended with ${code ?? signal}`;
    });
    child.send(plan);
    return child;
  });
  return {
    answered() {
      if (ended !== undefined) throw new Error(ended);
      return answered.reduce((sum, count) => sum + count, 0);
    },
    async stop() {
      await Promise.all(
        children.map(async (child) => {
          if (child.exitCode !== null || child.signalCode !== null) return;
          const exit = once(child, 'exit');
          child.send('stop');
          await exit;
        }),
      );
      assert.equal(ended, undefined);
    },
  };
}

const concurrency = 12;

async function forEachConcurrently<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const queue = items.values();
  const worker = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}

interface ServiceUnderTest {
  url: string;
  stores: readonly Store[];
}

interface SettleOptions extends ServiceUnderTest {
  admin: pg.Pool;
  /** Path of the log that gets the outcomes. */
  log: string;
}

function storeOf(stores: readonly Store[], operation: Operation): Store {
  const store = stores.find(({ merchant_id }) => merchant_id === operation.merchant_id);
  assert.ok(store, 'the operation belongs to no shop');
  return store;
}

/** Repeats each operation with an unknown outcome, under its key, until the outcome is known. @returns the number of these operations */
export async function settle(
  operations: readonly OperationRecord[],
  { url, stores, admin, log: path }: SettleOptions,
): Promise<number> {
  // An interrupted import counts as running for a minute. Moving its time back makes that minute pass at once.
  await admin.query(`update imports set seen_at = seen_at - interval '1 minute' where status = 'running'`);
  const log = openLog(path);
  const agent = new Agent({ keepAlive: true });
  const open = operations.filter(({ ok, refused }) => ok === undefined && refused === undefined);
  try {
    await forEachConcurrently(open, async (record) => {
      const { operation } = record;
      for (let tries = 1; record.ok === undefined && record.refused === undefined; tries += 1) {
        try {
          const { body, ...answer } = await sendOperation(operation, {
            url,
            store: storeOf(stores, operation),
            agent,
          });
          if (answer.status < 300) record.ok = answer;
          else record.refused = `${answer.status} ${body}`;
        } catch (error) {
          if (!(error instanceof OutcomeUnknownError) || tries === 100) throw error;
          await sleep(250);
        }
      }
      if (record.ok !== undefined) log.write({ name: operation.name, ok: record.ok });
      if (record.refused !== undefined) log.write({ name: operation.name, refused: record.refused });
    });
  } finally {
    agent.destroy();
    log.close();
  }
  return open.length;
}

/** Sends an operation, and repeats it while the response is 429: the replay may exceed a merchant's share of concurrent imports. */
async function sendWithinShare(
  operation: Operation,
  to: Parameters<typeof sendOperation>[1],
): ReturnType<typeof sendOperation> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await sendOperation(operation, to);
    } catch (error) {
      if (!(error instanceof OutcomeUnknownError) || error.unknown.why !== '429' || tries === 100) throw error;
      await sleep(250);
    }
  }
}

/** Repeats each acknowledged operation. @returns a violation for each response that differs or is not marked as replayed */
export async function replay(
  operations: readonly OperationRecord[],
  { url, stores }: ServiceUnderTest,
): Promise<string[]> {
  const violations: string[] = [];
  const agent = new Agent({ keepAlive: true });
  await forEachConcurrently(operations, async ({ operation, ok }) => {
    if (ok === undefined) return;
    const again = await sendWithinShare(operation, { url, store: storeOf(stores, operation), agent });
    if (!again.replayed)
      violations.push(`replay: lost: ${operation.name} was carried out again, with status ${again.status}`);
    else if (again.status !== ok.status || again.digest !== ok.digest)
      violations.push(`${operation.name}: the replayed response differs`);
  });
  agent.destroy();
  return violations;
}
