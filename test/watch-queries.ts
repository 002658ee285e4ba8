import type pg from 'pg';

/** A statement as it is sent; transaction control is sent as text only. */
export interface SentStatement {
  text: string;
  values: unknown[];
}

/** An option of `createTestApp` that calls a function before each statement of the service's pool. */
export const watchQueries = (onStatement: (statement: SentStatement) => void) => ({
  onPool(pool: pg.Pool): void {
    pool.on('connect', (client) => {
      const query = client.query.bind(client) as (...sent: unknown[]) => unknown;
      Object.assign(client, {
        query(...sent: unknown[]) {
          const [first] = sent as [string | Partial<SentStatement>];
          const { text, values = [] } = typeof first === 'string' ? { text: first } : first;
          if (text === undefined) throw new Error('the query has no text');
          onStatement({ text, values });
          return query(...sent);
        },
      });
    });
  },
});
