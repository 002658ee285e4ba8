import type { TestApp } from './test-app.ts';
import { until } from './until.ts';

interface LockedTable {
  /** Resolves once so many requests wait for the table, to the number that waits. */
  waiting(atLeast: number): Promise<number>;
  /** Changes something meanwhile, as a transaction that the waiting requests see whole once they go on. */
  change(statement: string, values: readonly unknown[]): Promise<unknown>;
  /** Lets the waiting requests go on. */
  release(): Promise<unknown>;
}

/** Runs `act` while a table is locked against every read. */
export async function withTableLocked<Result>(
  app: Pick<TestApp, 'admin'>,
  table: string,
  act: (locked: LockedTable) => Promise<Result>,
): Promise<Result> {
  const holder = await app.admin.connect();
  const count = async (): Promise<number> => {
    const { rows } = await holder.query(
      `select count(*)::int as count from pg_locks where relation = $1::regclass and not granted
         and database = (select oid from pg_database where datname = current_database())`,
      [table],
    );
    return rows[0].count;
  };
  try {
    await holder.query('begin');
    await holder.query(`lock table ${table} in access exclusive mode`);
    return await act({
      waiting: async (atLeast) => {
        await until(async () => (await count()) >= atLeast);
        return count();
      },
      change: (statement, values) => holder.query(statement, [...values]),
      release: () => holder.query('commit'),
    });
  } finally {
    holder.release(true);
  }
}
