import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { isReady } from '../../demo/service.ts';
import { createRandom } from '../random.ts';
import { type Operation, openLog, type Store } from './operations.ts';
import { OutcomeUnknownError, sendOperation } from './send.ts';
import { createWorkload } from './workload.ts';

/** A client process. Its workers send operations, and log requests and responses, until it gets a message. */

export interface WorkerPlan {
  url: string;
  log: string;
  /** Prefix for the names of its operations. */
  name: string;
  seed: number;
  /** If false, each request opens a connection. */
  keep_alive: boolean;
  workers: number;
  stores: Store[];
}

async function work({ url, log: path, name, seed, keep_alive, workers, stores }: WorkerPlan): Promise<void> {
  const log = openLog(path);
  const agent = new Agent({ keepAlive: keep_alive, maxSockets: workers });
  const random = createRandom(seed);
  let stopping = false;
  let answered = 0;
  process.on('message', () => {
    stopping = true;
  });
  const reporting = setInterval(() => process.send?.(answered), 25);

  let waiting: Promise<void> | undefined;
  const untilReady = () => {
    waiting ??= (async () => {
      while (!stopping && !(await isReady(url))) await sleep(40);
      waiting = undefined;
    })();
    return waiting;
  };

  /** @returns false if the outcome is unknown */
  async function sendLogged(
    operation: Operation,
    store: Store,
    workload: ReturnType<typeof createWorkload>,
  ): Promise<boolean> {
    try {
      const { body, ...answer } = await sendOperation(operation, { url, store, agent });
      if (answer.status < 300) {
        log.write({ name: operation.name, ok: answer });
        workload.done(operation, answer);
        answered += 1;
      } else log.write({ name: operation.name, refused: `${answer.status} ${body}` });
      return true;
    } catch (error) {
      if (!(error instanceof OutcomeUnknownError)) throw error;
      log.write({ name: operation.name, unknown: error.unknown });
      return false;
    }
  }

  async function runWorker(number: number): Promise<void> {
    const own = random.split();
    const store = stores[number % stores.length];
    if (store === undefined) throw new Error('there is no store');
    const workload = createWorkload(`${name}-${number}`, store, own);
    while (!stopping) {
      const operation = workload.next();
      log.write({ invoke: operation });
      // Sends half of the unknown operations again when the service is back. The others are settled at the end.
      while (!(await sendLogged(operation, store, workload)) && !stopping) {
        await untilReady();
        if (own.below(2) === 0) break;
      }
    }
  }

  await Promise.all(Array.from({ length: workers }, (_, number) => runWorker(number)));
  clearInterval(reporting);
  agent.destroy();
  log.close();
  process.disconnect?.();
}

process.once('message', (plan: WorkerPlan) => void work(plan));
