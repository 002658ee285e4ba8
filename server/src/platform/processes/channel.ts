import { sentenceOf } from '../../core/sentence.ts';
import type { Invalidated, MetricValues } from '../context/services.ts';
import type { Window } from '../counters/queries.ts';
import type { Connection } from '../database/connection.ts';

/** The requests between the primary and a worker. */
interface Methods {
  /** To the primary: returns the database that it has opened. */
  openDatabase: { params: null; result: SharedDatabase };
  /** To the primary: counts one more request of each key. */
  count: { params: { keys: readonly string[]; length_s: number }; result: Window[] };
  /** To the primary: returns the metrics of all processes as text. To a worker: returns its own. */
  readMetrics: { params: null; result: string | MetricValues };
  /** Clears cached records. The primary forwards it to the other workers, and responds when they have responded. */
  invalidate: { params: Invalidated; result: null };
  /** These merchants have new events. The primary forwards it to the other workers. */
  eventsCommitted: { params: readonly string[]; result: null };
  /** To the primary: the worker listens at this address. */
  listening: { params: string; result: null };
  /** To the primary: the worker cannot start, for this reason. */
  startFailed: { params: string; result: null };
  /** To a worker: finish the running requests, and exit. */
  stop: { params: null; result: null };
}
type Method = keyof Methods;

/** What a worker needs to use the database that the primary has opened. */
export interface SharedDatabase {
  connection: Connection;
  /** The folder of the embedded server's files. */
  data?: string | undefined;
}

export type Handlers = {
  [Name in Method]?: (params: Methods[Name]['params']) => Methods[Name]['result'] | Promise<Methods[Name]['result']>;
};

export interface Channel {
  /** Resolves with the result of the other process. */
  request<Name extends Method>(method: Name, params: Methods[Name]['params']): Promise<Methods[Name]['result']>;
  /** Sends without waiting for a result. */
  notify<Name extends Method>(method: Name, params: Methods[Name]['params']): void;
  /** Rejects the pending requests. */
  close(): void;
}

/** Either end of the pipe between two processes. */
interface Port {
  send(message: object, done: (error: Error | null) => void): unknown;
  on(event: 'message', listener: (message: unknown) => void): unknown;
}

/** A request has `id` and `method`, its response `id` and `value` or `error`, a notification only `method`. */
interface Message {
  id?: number;
  method?: Method;
  value?: unknown;
  error?: string;
}

interface PendingRequest {
  resolve(value: never): void;
  reject(error: Error): void;
}

/** Requests, responses and notifications over a pipe, in both directions. */
export function openChannel(port: Port, handlers: Handlers): Channel {
  const pending = new Map<number, PendingRequest>();
  let requests = 0;
  // A failed send is ignored: the exit of the other process is observed by its owner.
  const send = (message: Message) => port.send(message, () => undefined);

  async function handle({ id, method, value }: Message & { method: Method }): Promise<void> {
    const handler = handlers[method] as ((params: unknown) => unknown) | undefined;
    try {
      const result = await handler?.(value);
      if (id !== undefined) send({ id, value: result });
    } catch (error) {
      if (id !== undefined) send({ id, error: sentenceOf(error) });
    }
  }

  port.on('message', (received) => {
    const message = received as Message;
    if (message.method !== undefined) {
      void handle({ ...message, method: message.method });
      return;
    }
    const request = pending.get(message.id ?? 0);
    pending.delete(message.id ?? 0);
    if (message.error === undefined) request?.resolve(message.value as never);
    else request?.reject(new Error(message.error));
  });
  return {
    request: (method, value) =>
      new Promise((resolve, reject) => {
        requests += 1;
        pending.set(requests, { resolve, reject });
        send({ id: requests, method, value });
      }),
    notify: (method, value) => send({ method, value }),
    close() {
      for (const { reject } of pending.values()) reject(new Error('the other process has ended'));
      pending.clear();
    },
  };
}
