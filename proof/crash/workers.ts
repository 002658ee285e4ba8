import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { type Act, openLog, type Recorded, type Store } from './acts.ts';
import { NoAnswer, sendAct } from './send.ts';
import type { Shift } from './till.ts';

const program = new URL('till.ts', import.meta.url);

/** Client processes at work. */
export interface Shifts {
  /** How many acts have been answered so far. */
  answered(): number;
  /** Has them finish what they have begun. */
  rest(): Promise<void>;
}

/** @throws Error from `answered` and `rest` when one of them ends by itself */
export async function startShifts(shifts: readonly Shift[]): Promise<Shifts> {
  const answered = shifts.map(() => 0);
  let ended: string | undefined;
  const children: ChildProcess[] = shifts.map((shift, number) => {
    const child = fork(program, { execArgv: [] });
    child.on('message', (count: number) => {
      answered[number] = count;
    });
    child.once('exit', (code, signal) => {
      if (code !== 0) ended = `a client process ended with ${code ?? signal}`;
    });
    child.send(shift);
    return child;
  });
  return {
    answered() {
      if (ended !== undefined) throw new Error(ended);
      return answered.reduce((sum, count) => sum + count, 0);
    },
    async rest() {
      await Promise.all(
        children.map(async (child) => {
          if (child.exitCode !== null || child.signalCode !== null) return;
          const exit = once(child, 'exit');
          child.send('rest');
          await exit;
        }),
      );
      assert.equal(ended, undefined);
    },
  };
}

const atOnce = 12;

async function all<Thing>(things: readonly Thing[], work: (thing: Thing) => Promise<void>): Promise<void> {
  const queue = things.values();
  const one = async () => {
    for (const thing of queue) await work(thing);
  };
  await Promise.all(Array.from({ length: atOnce }, one));
}

interface Place {
  url: string;
  stores: readonly Store[];
}

interface Settling extends Place {
  admin: pg.Pool;
  /** Where it is noted. */
  log: string;
}

function tokenAt(stores: readonly Store[], merchant_id: string): string {
  const store = stores.find((one) => one.merchant_id === merchant_id);
  assert.ok(store, 'an act at no shop');
  return store.token;
}

/** Sends again, with its key, whatever is not known to have been done, until it is. @returns how much that was */
export async function settle(acts: readonly Recorded[], { url, stores, admin, log: path }: Settling): Promise<number> {
  // An interrupted import counts as running for a minute, which has passed.
  await admin.query(`update imports set seen_at = seen_at - interval '1 minute' where status = 'running'`);
  const log = openLog(path);
  const agent = new Agent({ keepAlive: true });
  const open = acts.filter(({ ok, refused }) => ok === undefined && refused === undefined);
  try {
    await all(open, async (recorded) => {
      const { act } = recorded;
      for (let tries = 1; recorded.ok === undefined && recorded.refused === undefined; tries += 1) {
        try {
          const { body, ...answer } = await sendAct(act, { url, token: tokenAt(stores, act.merchant_id), agent });
          if (answer.status < 300) recorded.ok = answer;
          else recorded.refused = `${answer.status} ${body}`;
        } catch (error) {
          if (!(error instanceof NoAnswer) || tries === 100) throw error;
          await sleep(250);
        }
      }
      if (recorded.ok !== undefined) log.write({ name: act.name, ok: recorded.ok });
      if (recorded.refused !== undefined) log.write({ name: act.name, refused: recorded.refused });
    });
  } finally {
    agent.destroy();
    log.close();
  }
  return open.length;
}

/** Sends an act again while it is refused for the share of its merchant alone: several of its imports may be sent at once here. */
async function sendInTurn(act: Act, to: Parameters<typeof sendAct>[1]): ReturnType<typeof sendAct> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await sendAct(act, to);
    } catch (error) {
      if (!(error instanceof NoAnswer) || error.unknown.why !== '429' || tries === 100) throw error;
      await sleep(250);
    }
  }
}

/** Sends everything again that was answered. @returns where the answer is not the one of before, or is not said to be it */
export async function replay(acts: readonly Recorded[], { url, stores }: Place): Promise<string[]> {
  const told: string[] = [];
  const agent = new Agent({ keepAlive: true });
  await all(acts, async ({ act, ok }) => {
    if (ok === undefined) return;
    const again = await sendInTurn(act, { url, token: tokenAt(stores, act.merchant_id), agent });
    if (!again.replayed)
      told.push(`replay: lost: ${act.name}, sent again it was answered again as new, with ${again.status}`);
    else if (again.status !== ok.status || again.digest !== ok.digest)
      told.push(`${act.name}: sent again it was answered otherwise`);
  });
  agent.destroy();
  return told;
}
