import { once } from 'node:events';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { MessageChannel, type MessagePort, type Transferable } from 'node:worker_threads';
import type { Piscina } from 'piscina';
import { AppError, invalidInput } from '../../core/errors.ts';
import type { Reply, Request, StreamTask } from './stream.ts';

/**
 * Threads for work that would block the event loop. An idle thread ends at once: a new one takes 10 to 16 ms, and an idle
 * one keeps up to 30 MiB.
 */

let threadsAtMost = 4;
const waitingAtMost = 64;
/** A file that needs more memory is rejected; only its thread ends. */
const heapAtMost_mib = 256;
/**
 * The young generation has three semi-spaces. Rows and decompressed pieces are short-lived, and are freed only when it is
 * collected, so a larger one keeps garbage longer.
 */
const semiSpace_mib = 1;
/** The size at which the old generation is collected for the first time. By default it is half of the heap's limit. */
const firstOldSpace_mib = 8;
/** How long V8 keeps pages that no heap of the process needs any longer. By default it is eight seconds. */
const pooledPages_s = 1;
/** How long a task may run after its reader stopped, before its thread is ended. */
const end_timeout_ms = 2_000;

let pool: Promise<Piscina> | undefined;
/** The number of running and waiting tasks. The pool's limit does not count all waiting ones. */
let taskCount = 0;

/** Must be called before the first task. */
export const limitThreads = (threads: number): void => {
  threadsAtMost = threads;
};

/** The library is loaded with the first task. */
async function openPool(): Promise<Piscina> {
  const { Piscina: Pool } = await import('piscina');
  // The sizes apply to isolates that are created from now on, so not to the main thread. `npm start` sets
  // `--max-semi-space-size`, and then `maxYoungGenerationSizeMb` of a thread is ignored.
  setFlagsFromString(`--max-semi-space-size=${semiSpace_mib}`);
  setFlagsFromString(`--initial-old-space-size=${firstOldSpace_mib}`);
  setFlagsFromString(`--memory-pool-timeout=${pooledPages_s}`);
  return new Pool({
    minThreads: 0,
    maxThreads: threadsAtMost,
    idleTimeout: 0,
    stricterFIFO: true,
    // With Atomics.wait, a waiting thread would not receive the messages of its current task.
    atomics: 'disabled',
    resourceLimits: { maxOldGenerationSizeMb: heapAtMost_mib },
    execArgv: [],
    env: { ...process.env, ...compileCache() },
  });
}

/**
 * A thread does not inherit the compile cache of the process. Without it, each one loads Node's TypeScript compiler
 * (16 MiB) to read its modules.
 */
function compileCache(): { NODE_COMPILE_CACHE?: string } {
  // Node returns a folder for its own version, below the one that it was given.
  const folder = getCompileCacheDir();
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) };
}

/** The current number of threads. */
export const countThreads = async (): Promise<number> => (pool === undefined ? 0 : (await pool).threads.length);

/** The number of tasks that run or wait for a thread. */
export const countTasks = (): number => taskCount;

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
  /**
   * The next batch; `undefined` after the last. The task prepares the one after it meanwhile.
   * @throws AppError that the task threw
   */
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
  if (taskCount >= threadsAtMost + waitingAtMost) throw tooManyWait();
  taskCount += 1;
  const { port1: port, port2 } = new MessageChannel();
  const ending = new AbortController();
  const task: StreamTask = { port: port2, data };
  // An abort ends the thread. A task that only waits ends by itself when its port is closed.
  const done = threads
    .run(task, {
      filename: module.href,
      name: 'run',
      transferList: [port2, ...transfer] as never,
      signal: ending.signal,
    })
    .finally(() => {
      taskCount -= 1;
    });
  const failure = new Promise<never>((_, reject) => {
    // Rejects only on failure: the last message may arrive after the task has ended.
    done.catch((error) => reject(toTaskError(error)));
    signal?.addEventListener('abort', () => reject(signal.reason));
  });
  failure.catch(() => undefined);

  const ended = done.then(
    () => undefined,
    () => undefined,
  );
  const close = async () => {
    port.close();
    const endTimer = setTimeout(() => ending.abort(), end_timeout_ms);
    endTimer.unref();
    await ended;
    clearTimeout(endTimer);
  };
  signal?.addEventListener('abort', () => void close());

  const ask = async (request: Request): Promise<Reply> => {
    const received = readReply(port);
    port.postMessage(request);
    const reply = await Promise.race([received, failure]);
    if ('fault' in reply) throw toTaskError(reply.fault);
    return reply;
  };
  let nextReply: Promise<Reply> | undefined;
  const requestBatch = () => {
    const reply = ask('batch');
    reply.catch(() => undefined);
    return reply;
  };
  return {
    head: async () => (await ask('head')).result as Head,
    async next() {
      const reply = await (nextReply ?? requestBatch());
      nextReply = reply.isLast === true ? Promise.resolve(reply) : requestBatch();
      return reply.isLast === true ? undefined : (reply.result as Batch);
    },
    close,
  };
}

async function readReply(port: MessagePort): Promise<Reply> {
  const [reply] = (await once(port, 'message')) as [Reply];
  return reply;
}

const retry_after_s = 10;
const tooManyWait = () =>
  new AppError('UNAVAILABLE', 'Too many files are being read at this moment', [], { retry_after_s });

/** The error of a task or its thread, as an AppError if it is the client's. */
function toTaskError(error: unknown): unknown {
  if (typeof error !== 'object' || error === null) return error;
  const { details, message, code } = error as { details?: AppError['details']; message?: string; code?: string };
  if (details !== undefined) return invalidInput(details);
  if (code === 'ERR_WORKER_OUT_OF_MEMORY')
    return invalidInput([{ field: 'file', message: 'takes more memory to read than a file may' }]);
  return error instanceof Error ? error : new Error(message);
}
