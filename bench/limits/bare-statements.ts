import pg from 'pg';
import type { Connection } from '../../server/src/platform/database/connection.ts';

/** A prepared statement and its values. Statements of one name have the same text. */
export interface Statement {
  name: string;
  text: string;
  values: unknown[];
}

interface BareStatements {
  /** @returns executed statements per second */
  run(seconds: number): Promise<number>;
  close(): Promise<void>;
}

/** Clients of `pg` in this process. Each sends the next statement right after its result. */
export async function openBareStatements(
  admin: Connection,
  connections: number,
  next: () => Statement,
): Promise<BareStatements> {
  const clients = Array.from({ length: connections }, () => new pg.Client({ ...admin }));
  for (const client of clients) await client.connect();
  return {
    async run(seconds) {
      const since = performance.now();
      const until = since + seconds * 1_000;
      let count = 0;
      await Promise.all(
        clients.map(async (client) => {
          while (performance.now() < until) {
            const { rowCount } = await client.query(next());
            if (rowCount === 0) throw new Error('a statement of the limit found nothing');
            count += 1;
          }
        }),
      );
      return count / ((performance.now() - since) / 1_000);
    },
    async close() {
      for (const client of clients) await client.end();
    },
  };
}
