import type pg from 'pg';
import type { Watch } from '../../../core/watch.ts';
import { titleOf } from '../title.ts';

/** Reports every statement of a pool, including begin and commit, and every wait for a connection. */
export function watchPool(pool: pg.Pool, watch: Watch): void {
  pool.on('connect', (client) => watchStatements(client, watch));
  const connect = pool.connect.bind(pool) as (...given: unknown[]) => unknown;
  Object.assign(pool, { connect: watching(connect, () => watch.begin('connection', 'pool')) });
}

function watchStatements(client: pg.PoolClient, watch: Watch): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  Object.assign(client, { query: watching(query, (sent) => watch.begin('statement', titleOfSent(sent))) });
}

/** Reports calls that return a promise, not those with a callback or a stream. */
const watching =
  (work: (...given: unknown[]) => unknown, begin: (first: unknown) => ReturnType<Watch['begin']>) =>
  (...given: unknown[]): unknown => {
    const over = begin(given[0]);
    const outcome = work(...given);
    if (outcome instanceof Promise) outcome.then(() => over(), over);
    return outcome;
  };

type Sent = string | { title?: string; name?: string; text?: string } | undefined;

/** The title of a sent statement. Texts that were not built by `statement.ts` are named by their words. */
function titleOfSent(given: unknown): string {
  const sent = given as Sent;
  if (typeof sent === 'string') return titleOfPlain(sent);
  return sent?.title ?? sent?.name ?? titleOfPlain(sent?.text ?? '');
}

const plainTitles = new Map<string, string>();
const plainAtMost = 100;

/** `begin`, `commit` and the like: a small set of texts. */
function titleOfPlain(text: string): string {
  let title = plainTitles.get(text);
  if (title === undefined) {
    title = titleOf(text);
    if (plainTitles.size < plainAtMost) plainTitles.set(text, title);
  }
  return title;
}
