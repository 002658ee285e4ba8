import type { TestApp } from './test-app.ts';
import { until } from './until.ts';

/**
 * Runs `act` while a table is locked against every read. `waiting` resolves once so many requests wait for it, to the number that
 * waits; `release` lets them go on.
 */
export async function withTableLocked<Result>(
  app: Pick<TestApp, 'admin'>,
  table: string,
  act: (locked: { waiting(atLeast: number): Promise<number>; release(): Promise<unknown> }) => Promise<Result>,
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
      release: () => holder.query('commit'),
    });
  } finally {
    holder.release(true);
  }
}
