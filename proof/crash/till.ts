import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { isReady } from '../../demo/service.ts';
import { createRandom } from '../random.ts';
import { type Act, openLog, type Store } from './acts.ts';
import { createWorkload } from './draw.ts';
import { NoAnswer, sendAct } from './send.ts';

/** A process with several tills, which record their requests and responses until they are stopped. */

export interface Shift {
  url: string;
  log: string;
  /** Begins the names of its acts. */
  name: string;
  seed: number;
  /** Or a connection for each request. */
  keep_alive: boolean;
  workers: number;
  stores: Store[];
}

async function work({ url, log: path, name, seed, keep_alive, workers, stores }: Shift): Promise<void> {
  const log = openLog(path);
  const agent = new Agent({ keepAlive: keep_alive, maxSockets: workers });
  const random = createRandom(seed);
  let resting = false;
  let answered = 0;
  process.on('message', () => {
    resting = true;
  });
  const reporting = setInterval(() => process.send?.(answered), 25);

  let waiting: Promise<void> | undefined;
  const untilReady = () => {
    waiting ??= (async () => {
      while (!resting && !(await isReady(url))) await sleep(40);
      waiting = undefined;
    })();
    return waiting;
  };

  /** @returns whether it is known what became of it */
  async function ask(act: Act, token: string, workload: ReturnType<typeof createWorkload>): Promise<boolean> {
    try {
      const { body, ...answer } = await sendAct(act, { url, token, agent });
      if (answer.status < 300) {
        log.write({ name: act.name, ok: answer });
        workload.done(act, answer);
        answered += 1;
      } else log.write({ name: act.name, refused: `${answer.status} ${body}` });
      return true;
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      log.write({ name: act.name, unknown: error.unknown });
      return false;
    }
  }

  async function stand(number: number): Promise<void> {
    const own = random.split();
    const store = stores[number % stores.length];
    if (store === undefined) throw new Error('there is no store');
    const workload = createWorkload(`${name}-${number}`, store, own);
    while (!resting) {
      const act = workload.next();
      log.write({ invoke: act });
      // Half of what is not known is asked again as soon as the service is back, the other half when all is over.
      while (!(await ask(act, store.token, workload)) && !resting) {
        await untilReady();
        if (own.below(2) === 0) break;
      }
    }
  }

  await Promise.all(Array.from({ length: workers }, (_, number) => stand(number)));
  clearInterval(reporting);
  agent.destroy();
  log.close();
  process.disconnect?.();
}

process.once('message', (shift: Shift) => void work(shift));
