import { sentenceOf } from '../../core/sentence.ts';
import type { Figures, Forgotten } from '../context/services.ts';
import type { Window } from '../counters/queries.ts';
import type { Connection } from '../database/connection.ts';

/** The requests between processes of the service: their arguments and results. */
interface Calls {
  /** To the primary: the database that it has opened. */
  join: { said: null; heard: Joined };
  /** To the primary: count one more request of each of these. */
  count: { said: { keys: readonly string[]; length_s: number }; heard: Window[] };
  /** To the primary: the metrics of all processes. To a worker: its own. */
  figures: { said: null; heard: string | Figures };
  /** Answered once it is forgotten; the primary passes it on to the other workers first. */
  forget: { said: Forgotten; heard: null };
  /** At which merchants there is news; the primary passes it on. */
  news: { said: readonly string[]; heard: null };
  /** To the primary: this worker listens at this address. */
  listening: { said: string; heard: null };
  /** To the primary: this worker cannot start, with the reason. */
  failed: { said: string; heard: null };
  /** To a worker: finish running requests, and end. */
  stop: { said: null; heard: null };
}
type What = keyof Calls;

/** The data with which a worker uses the database that the primary has opened. */
export interface Joined {
  connection: Connection;
  /** The folder of the embedded server's files. */
  data?: string | undefined;
}

export type Handlers = {
  [Kind in What]?: (said: Calls[Kind]['said']) => Calls[Kind]['heard'] | Promise<Calls[Kind]['heard']>;
};

export interface Channel {
  ask<Kind extends What>(what: Kind, said: Calls[Kind]['said']): Promise<Calls[Kind]['heard']>;
  /** The same for who need not know when it was heard. */
  tell<Kind extends What>(what: Kind, said: Calls[Kind]['said']): void;
  /** Closes the channel: pending requests fail. */
  close(): void;
}

/** Either end of the pipe between two processes. */
interface Port {
  send(message: object, done: (error: Error | null) => void): unknown;
  on(event: 'message', listener: (message: unknown) => void): unknown;
}

interface Message {
  /** The number of a request or its response; notices have none. */
  id?: number;
  what?: What;
  value?: unknown;
  refused?: string;
}

interface Waiting {
  resolve(value: never): void;
  reject(error: Error): void;
}

/** Questions and answers over a pipe, in both directions. */
export function openChannel(port: Port, handlers: Handlers): Channel {
  const waiting = new Map<number, Waiting>();
  let asked = 0;
  // A side that is gone is heard of otherwise.
  const send = (message: Message) => port.send(message, () => undefined);

  async function answer({ id, what, value }: Message & { what: What }): Promise<void> {
    const handler = handlers[what] as ((said: unknown) => unknown) | undefined;
    try {
      const heard = await handler?.(value);
      if (id !== undefined) send({ id, value: heard });
    } catch (error) {
      if (id !== undefined) send({ id, refused: sentenceOf(error) });
    }
  }

  port.on('message', (received) => {
    const message = received as Message;
    if (message.what !== undefined) {
      answer({ ...message, what: message.what });
      return;
    }
    const asker = waiting.get(message.id ?? 0);
    waiting.delete(message.id ?? 0);
    if (message.refused === undefined) asker?.resolve(message.value as never);
    else asker?.reject(new Error(message.refused));
  });
  return {
    ask: (what, value) =>
      new Promise((resolve, reject) => {
        asked += 1;
        waiting.set(asked, { resolve, reject });
        send({ id: asked, what, value });
      }),
    tell: (what, value) => send({ what, value }),
    close() {
      for (const { reject } of waiting.values()) reject(new Error('the other process has ended'));
      waiting.clear();
    },
  };
}
