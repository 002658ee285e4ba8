import type { MessagePort } from 'node:worker_threads';
import { AppError, type Detail } from '../../core/errors.ts';

/** The messages between a task in a thread and its reader: a request, and one response. */
export type Request = 'head' | 'batch';

export interface Reply {
  result?: unknown;
  /** There is no batch after this. */
  isLast?: boolean;
  fault?: Fault;
}

export type Fault = { details: readonly Detail[] } | { message: string };

export interface StreamTask {
  port: MessagePort;
  data: unknown;
}

export interface StreamSource<Head, Batch> {
  /** The result before the first batch. */
  head(): Promise<Head>;
  batches(): AsyncIterable<Batch>;
  /** Called after the last request: frees memory that would be collected much later. */
  close?(): void;
}

/** Creates the `run` of a module for a thread. It ends with the last batch, or when its reader closes the port. */
export const streamTask =
  <Data, Head, Batch>(open: (data: Data) => StreamSource<Head, Batch>) =>
  async ({ port, data }: StreamTask): Promise<void> => {
    const source = open(data as Data);
    let batches: AsyncIterator<Batch> | undefined;
    for await (const request of requestsOf(port)) {
      try {
        if (request === 'head') {
          port.postMessage({ result: await source.head() } satisfies Reply);
          continue;
        }
        batches ??= source.batches()[Symbol.asyncIterator]();
        const { done = false, value } = await batches.next();
        port.postMessage((done ? { isLast: true } : { result: value }) satisfies Reply);
        if (done) break;
      } catch (error) {
        port.postMessage({ fault: faultOf(error) } satisfies Reply);
        break;
      }
    }
    await batches?.return?.();
    source.close?.();
  };

/** Ends when the other side is closed. */
async function* requestsOf(port: MessagePort): AsyncIterable<Request> {
  const waiting: Request[] = [];
  let isClosed = false;
  let wake = () => {};
  port.on('message', (request: Request) => {
    waiting.push(request);
    wake();
  });
  port.on('close', () => {
    isClosed = true;
    wake();
  });
  for (;;) {
    const request = waiting.shift();
    if (request !== undefined) yield request;
    else if (isClosed) return;
    else
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
  }
}

const faultOf = (error: unknown): Fault =>
  error instanceof AppError
    ? { details: error.details }
    : { message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
