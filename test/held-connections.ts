import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Database, Handle, Transaction } from '../server/src/platform/database/handle.ts';

/** A pool connection that a transaction or snapshot holds. */
interface Hold {
  /** The watch of its application: a process may have several applications. */
  watch: object;
  isHeld: boolean;
  /** The source lines that requested it. */
  by: string;
}

const holds = new AsyncLocalStorage<Hold>();

/** Diagnostics channels that publish when a request starts to wait for something other than the database. */
const channels: Record<string, string> = {
  'tillhouse:hashing': 'a password was hashed',
  'http.client.request.start': 'an HTTP request was sent',
  'undici:request:create': 'an HTTP request was sent',
  'net.client.socket': 'a network connection was opened',
};

/**
 * Reports violations while a transaction or snapshot holds a connection of the pool: a request for a second connection,
 * or a wait for something else (hashing, storage, mail, other services). Everything that the transaction starts counts,
 * at any depth of calls.
 */
export function watchHeldConnections(onFault: (fault: string) => void) {
  const watch = {};
  const check = (what: string) => {
    const hold = holds.getStore();
    if (hold?.watch === watch && hold.isHeld)
      onFault(`${what} while a connection was held, which was requested${hold.by}`);
  };
  const holding = async <Input, T>(by: string, work: (input: Input) => Promise<T>, input: Input): Promise<T> => {
    const hold: Hold = { watch, isHeld: true, by };
    try {
      return await holds.run(hold, () => work(input));
    } finally {
      hold.isHeld = false;
    }
  };
  const onPublished = (_message: unknown, name: string | symbol) => check(channels[String(name)] ?? String(name));
  for (const name of Object.keys(channels)) subscribe(name, onPublished);

  const checked = (handle: Handle): Handle => {
    const checkThen = (statement: () => unknown) => {
      check('a second connection was requested');
      return statement();
    };
    return {
      ...handle,
      many: (statement) => checkThen(() => handle.many(statement)) as never,
      one: (statement) => checkThen(() => handle.one(statement)) as never,
      first: (statement) => checkThen(() => handle.first(statement)) as never,
      run: (statement) => checkThen(() => handle.run(statement)) as never,
    };
  };

  return {
    /** The database with checks. */
    database: (database: Database): Database => ({
      ...database,
      reader: (merchant_id) => checked(database.reader(merchant_id)),
      global: checked(database.global),
      async transaction(merchant_id, work, options) {
        check('a second connection was requested');
        const by = callerOf(new Error().stack);
        return database.transaction(merchant_id, (tx: Transaction) => holding(by, work, tx), options);
      },
      async snapshot(merchant_id, work) {
        check('a second connection was requested');
        const by = callerOf(new Error().stack);
        return database.snapshot(merchant_id, (handle: Handle) => holding(by, work, handle));
      },
    }),
    /** The service with a check before each method: all of them wait for something other than the database. */
    service<Service extends object>(name: string, service: Service): Service {
      const watched = Object.entries(service).map(([method, work]) =>
        typeof work !== 'function'
          ? [method, work]
          : [
              method,
              (...input: unknown[]) => {
                check(`${name}.${method} was called`);
                return work.apply(service, input);
              },
            ],
      );
      return Object.fromEntries(watched) as Service;
    },
    stop() {
      for (const name of Object.keys(channels)) unsubscribe(name, onPublished);
    },
  };
}

/** The first two stack lines that are in the server's source. */
function callerOf(stack = ''): string {
  const lines = stack.split('\n').filter((line) => line.includes('/server/src/'));
  return lines
    .slice(0, 2)
    .map((line) => line.replace(/^\s*at\s+/, ' at '))
    .join('');
}
