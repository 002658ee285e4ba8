import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Database, Handle, Transaction } from '../server/src/platform/database/handle.ts';

/** A connection that is held by a transaction or snapshot. */
interface Hold {
  /** Who watches it: several applications may share a process. */
  watch: object;
  isHeld: boolean;
  /** Where it was asked for. */
  by: string;
}

const holds = new AsyncLocalStorage<Hold>();

/** What is published when a request begins to wait for something else than the database. */
const channels: Record<string, string> = {
  'tillhouse:hashing': 'a password was hashed',
  'http.client.request.start': 'an HTTP request was sent',
  'undici:request:create': 'an HTTP request was sent',
  'net.client.socket': 'a network connection was opened',
};

/**
 * Notices what must not happen while a transaction or snapshot holds a connection of the pool: a second connection is asked for, or something
 * else is waited for (hashing, storage, mail, other services). Whatever is begun inside the transaction counts, however deep.
 */
export function watchHeldConnections(onFault: (fault: string) => void) {
  const watch = {};
  const check = (what: string) => {
    const hold = holds.getStore();
    if (hold?.watch === watch && hold.isHeld)
      onFault(`${what} while a connection was held, which was asked for${hold.by}`);
  };
  const holding = async <Given, T>(by: string, work: (given: Given) => Promise<T>, given: Given): Promise<T> => {
    const hold: Hold = { watch, isHeld: true, by };
    try {
      return await holds.run(hold, () => work(given));
    } finally {
      hold.isHeld = false;
    }
  };
  const onPublished = (_message: unknown, name: string | symbol) => check(channels[String(name)] ?? String(name));
  for (const name of Object.keys(channels)) subscribe(name, onPublished);

  const checked = (handle: Handle): Handle => {
    const asking = (statement: () => unknown) => {
      check('a second connection was asked for');
      return statement();
    };
    return {
      ...handle,
      many: (statement) => asking(() => handle.many(statement)) as never,
      one: (statement) => asking(() => handle.one(statement)) as never,
      first: (statement) => asking(() => handle.first(statement)) as never,
      run: (statement) => asking(() => handle.run(statement)) as never,
    };
  };

  return {
    /** The same database, watched. */
    database: (database: Database): Database => ({
      ...database,
      reader: (merchant_id) => checked(database.reader(merchant_id)),
      global: checked(database.global),
      async transaction(merchant_id, work, options) {
        check('a second connection was asked for');
        const by = callerOf(new Error().stack);
        return database.transaction(merchant_id, (tx: Transaction) => holding(by, work, tx), options);
      },
      async snapshot(merchant_id, work, options) {
        check('a second connection was asked for');
        const by = callerOf(new Error().stack);
        return database.snapshot(merchant_id, (handle: Handle) => holding(by, work, handle), options);
      },
    }),
    /** The same object, each of whose methods waits for something else. */
    service<Service extends object>(name: string, service: Service): Service {
      const watched = Object.entries(service).map(([method, work]) =>
        typeof work !== 'function'
          ? [method, work]
          : [
              method,
              (...given: unknown[]) => {
                check(`${name}.${method} was called`);
                return work.apply(service, given);
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

/** The first lines of the service in a stack. */
function callerOf(stack = ''): string {
  const lines = stack.split('\n').filter((line) => line.includes('/server/src/'));
  return lines
    .slice(0, 2)
    .map((line) => line.replace(/^\s*at\s+/, ' at '))
    .join('');
}
