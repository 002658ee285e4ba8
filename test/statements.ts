import type { RouteOptions } from 'fastify';
import { watchQueries } from './watch-queries.ts';

/** The statements of one request, in the order in which they were sent. */
export interface Statements {
  /** Before the handler: the rate limit, the session, the membership. */
  admission: string[];
  handler: string[];
}

/** Statements that control a transaction and read no data. */
const isTransactionControl = (text: string) =>
  /^(begin|commit|rollback|savepoint|release savepoint|set local)\b|^select set_config\('(app\.merchant_id|synchronous_commit|citus\.\w+)'/i.test(
    text.trim(),
  );

/**
 * Records the statements that a request causes. Pass `watch` to `createTestApp`. All statements on any connection of
 * the pool count, so only one request may run at a time.
 */
export function createStatementCount() {
  let found: Statements | undefined;
  let isInHandler = false;
  const { onPool } = watchQueries(({ text }) => {
    if (!isTransactionControl(text))
      found?.[isInHandler ? 'handler' : 'admission'].push(text.replace(/\s+/g, ' ').trim());
  });
  return {
    watch: {
      onPool,
      onRoute(route: RouteOptions) {
        // The last step before the handler.
        route.preHandler = [
          ...[route.preHandler ?? []].flat(),
          (_request: unknown, _reply: unknown, done: () => void) => {
            isInHandler = true;
            done();
          },
        ];
      },
    },
    async during(request: () => Promise<unknown>): Promise<Statements> {
      if (found !== undefined) throw new Error('only one request can be recorded at a time');
      const recorded: Statements = { admission: [], handler: [] };
      found = recorded;
      isInHandler = false;
      try {
        await request();
      } finally {
        found = undefined;
      }
      return recorded;
    },
  };
}
