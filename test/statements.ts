import type { RouteOptions } from 'fastify';
import type pg from 'pg';

/** What one request had the database do, in the order it was sent. */
export interface Statements {
  /** Before the route began to work: counting the request, its session, its place at the merchant. */
  letting_in: string[];
  work: string[];
}

/** Begins, ends and bindings: what holds statements together, and asks nothing. */
const isFrame = (text: string) =>
  /^(begin|commit|rollback|savepoint|release savepoint|set local)\b|^select set_config\('(app\.merchant_id|synchronous_commit|citus\.\w+)'/i.test(
    text.trim(),
  );

/**
 * Counts the statements that requests cause, in the pool that the service uses: give `watch` to `createTestApp`. Counted is whatever is sent in the
 * meantime, on any connection, whoever sends it: so one request at a time.
 */
export function createStatementCount() {
  let found: Statements | undefined;
  let isWorking = false;
  const note = (query: unknown) => {
    const text = typeof query === 'string' ? query : (query as { text?: string }).text;
    if (text === undefined) throw new Error('something that is no statement was sent to the database');
    if (!isFrame(text)) found?.[isWorking ? 'work' : 'letting_in'].push(text.replace(/\s+/g, ' ').trim());
  };
  return {
    watch: {
      onPool(pool: pg.Pool) {
        pool.on('connect', (client) => {
          const query = client.query.bind(client) as (...sent: unknown[]) => unknown;
          Object.assign(client, {
            query(...sent: unknown[]) {
              note(sent[0]);
              return query(...sent);
            },
          });
        });
      },
      onRoute(route: RouteOptions) {
        // The last thing before the handler: who was let in begins to be served.
        route.preHandler = [
          ...[route.preHandler ?? []].flat(),
          (_request: unknown, _reply: unknown, done: () => void) => {
            isWorking = true;
            done();
          },
        ];
      },
    },
    async during(request: () => Promise<unknown>): Promise<Statements> {
      if (found !== undefined) throw new Error('one request at a time can be counted');
      const counted: Statements = { letting_in: [], work: [] };
      found = counted;
      isWorking = false;
      try {
        await request();
      } finally {
        found = undefined;
      }
      return counted;
    },
  };
}
