import type pg from 'pg';
import type { OperationTimer, StopTimer } from '../../../core/concurrency/operation-timer.ts';
import { createNames } from '../statement.ts';

/** Times every statement of a pool, including begin and commit, and every wait for a connection. */
export function timePool(pool: pg.Pool, timer: OperationTimer): void {
  pool.on('connect', (client) => timeStatements(client, timer));
  const connect = pool.connect.bind(pool) as (...args: unknown[]) => unknown;
  Object.assign(pool, { connect: timed(connect, () => timer.startTimer('connection', 'pool')) });
}

function timeStatements(client: pg.PoolClient, timer: OperationTimer): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  Object.assign(client, { query: timed(query, (sent) => timer.startTimer('statement', titleOfSent(sent))) });
}

/** Times calls that return a promise, not those with a callback or a stream. */
const timed =
  (work: (...args: unknown[]) => unknown, start: (firstArg: unknown) => StopTimer) =>
  (...args: unknown[]): unknown => {
    const stop = start(args[0]);
    const result = work(...args);
    if (result instanceof Promise) result.then(() => stop(), stop);
    return result;
  };

type Sent = string | { title?: string; name?: string; text?: string } | undefined;

/** The title of a sent statement. It is made from the text if `statement.ts` did not build the statement. */
function titleOfSent(arg: unknown): string {
  const sent = arg as Sent;
  if (typeof sent === 'string') return titleOfPlain(sent);
  return sent?.title ?? sent?.name ?? titleOfPlain(sent?.text ?? '');
}

const plainAtMost = 100;
const namesOfPlain = createNames(plainAtMost);

/** `begin`, `commit` and the like: a small set of texts. */
const titleOfPlain = (text: string): string => namesOfPlain(text).title;
