import { startStream } from './pool.ts';

/**
 * Runs a task with a single batch, and returns it.
 * @param module exports the task as `run`, made by `streamTask`
 * @throws AppError UNAVAILABLE if too many wait
 */
export async function runTask<Result>(module: URL, data: unknown): Promise<Result> {
  const stream = await startStream<never, Result>({ module, data });
  try {
    const result = await stream.next();
    if (result === undefined) throw new Error(`${module} has no result`);
    return result;
  } finally {
    await stream.close();
  }
}
