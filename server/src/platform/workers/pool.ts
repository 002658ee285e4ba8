import { once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { MessageChannel, type MessagePort, type Transferable } from 'node:worker_threads';
import type { Piscina } from 'piscina';
import { AppError, invalidInput } from '../../core/errors.ts';
import type { Request, StreamTask, Turn } from './stream.ts';

/** Threads for work that would block the event loop. Idle threads end. */

let threadsAtMost = 4;
const waitingAtMost = 64;
const idle_ms = 5_000;
/** A file that needs more memory is rejected; only its thread ends. */
const heapAtMost_mib = 256;
/** The young generation has three of them. Rows are short-lived: larger ones would only keep garbage longer. */
const semiSpace_mib = 2;
/** How long a task may run after its reader stopped, before its thread is ended. */
const leaves_within_ms = 2_000;

let pool: Promise<Piscina> | undefined;
/** Running and waiting tasks. The pool's limit does not count all waiting ones. */
let underWay = 0;

/** Must be called before the first task. */
export const limitThreads = (threads: number): void => {
  threadsAtMost = threads;
};

/** The library is loaded with the first task. */
async function openPool(): Promise<Piscina> {
  const { Piscina: Pool } = await import('piscina');
  // Holds for isolates that are made from now on, and so not for the main thread. With `--max-semi-space-size` on the command line, as
  // `npm start` has it, `maxYoungGenerationSizeMb` of a thread is ignored.
  setFlagsFromString(`--max-semi-space-size=${semiSpace_mib}`);
  return new Pool({
    minThreads: 0,
    maxThreads: threadsAtMost,
    idleTimeout: idle_ms,
    stricterFIFO: true,
    // A thread that waits for its next task by itself cannot hear of the one it has.
    atomics: 'disabled',
    resourceLimits: { maxOldGenerationSizeMb: heapAtMost_mib },
    execArgv: [],
  });
}

/** The current number of threads. */
export const countThreads = async (): Promise<number> => (pool === undefined ? 0 : (await pool).threads.length);

/** The number of tasks that run or wait for a thread. */
export const countTasks = (): number => underWay;

interface StreamOptions {
  /** A module that exports the task as `run`, made by `streamTask`. */
  module: URL;
  /** The argument of the task. */
  data: unknown;
  /** Memory that is transferred instead of copied. */
  transfer?: readonly Transferable[];
  /** Ends the task; reads then fail. */
  signal?: AbortSignal | undefined;
}

export interface TaskStream<Head, Batch> {
  /** The first result of the task. @throws AppError that the task threw */
  head(): Promise<Head>;
  /** The next batch; `undefined` after the last. The task prepares the one after it meanwhile. @throws AppError that the task threw */
  next(): Promise<Batch | undefined>;
  /** Ends the task. Resolves when it has ended and its memory is free. May be called twice. */
  close(): Promise<void>;
}

/**
 * Starts a task in a thread, and reads its results one by one: it is at most one batch ahead of the reader.
 * @throws AppError UNAVAILABLE if too many wait
 */
export async function startStream<Head, Batch>({
  module,
  data,
  transfer = [],
  signal,
}: StreamOptions): Promise<TaskStream<Head, Batch>> {
  pool ??= openPool();
  const threads = await pool;
  signal?.throwIfAborted();
  if (underWay >= threadsAtMost + waitingAtMost) throw tooManyWait();
  underWay += 1;
  const { port1: port, port2 } = new MessageChannel();
  const ending = new AbortController();
  const task: StreamTask = { port: port2, data };
  // An abort ends the thread. Where the task is only waiting, it hears that the port is closed, and ends by itself.
  const done = threads
    .run(task, {
      filename: module.href,
      name: 'run',
      transferList: [port2, ...transfer] as never,
      signal: ending.signal,
    })
    .finally(() => {
      underWay -= 1;
    });
  const failure = new Promise<never>((_, reject) => {
    // Its last message may arrive after the task is done.
    done.catch((error) => reject(toTaskError(error)));
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  failure.catch(() => undefined);

  const ended = done.then(
    () => undefined,
    () => undefined,
  );
  const close = async () => {
    port.close();
    const patience = setTimeout(() => ending.abort(), leaves_within_ms);
    patience.unref();
    await ended;
    clearTimeout(patience);
  };
  signal?.addEventListener('abort', () => void close(), { once: true });

  const ask = async (request: Request): Promise<Turn> => {
    const answer = nextTurn(port);
    port.postMessage(request);
    const turn = await Promise.race([answer, failure]);
    if ('fault' in turn) throw toTaskError(turn.fault);
    return turn;
  };
  let ahead: Promise<Turn> | undefined;
  const batchAhead = () => {
    const turn = ask('batch');
    turn.catch(() => undefined);
    return turn;
  };
  return {
    head: async () => (await ask('head')).said as Head,
    async next() {
      const turn = await (ahead ?? batchAhead());
      ahead = turn.isLast === true ? Promise.resolve(turn) : batchAhead();
      return turn.isLast === true ? undefined : (turn.said as Batch);
    },
    close,
  };
}

async function nextTurn(port: MessagePort): Promise<Turn> {
  const [turn] = (await once(port, 'message')) as [Turn];
  return turn;
}

const tooManyWait = () =>
  new AppError('UNAVAILABLE', 'Too many files are being read at this moment', [], { retry_after_s: 10 });

/** The error of a task or its thread, as an AppError if it is the client's. */
function toTaskError(error: unknown): unknown {
  if (typeof error !== 'object' || error === null) return error;
  const { details, message, code } = error as { details?: AppError['details']; message?: string; code?: string };
  if (details !== undefined) return invalidInput(details);
  if (code === 'ERR_WORKER_OUT_OF_MEMORY')
    return invalidInput([{ field: 'file', message: 'takes more memory to read than a file may' }]);
  return error instanceof Error ? error : new Error(message);
}
