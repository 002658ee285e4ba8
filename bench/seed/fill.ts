import type pg from 'pg';

/** Runs statements that make a history, as one. References are right as they are made: nobody needs to look at each again. */
export async function fillHistory(client: pg.Client, statements: readonly string[]): Promise<void> {
  await client.query('begin');
  await client.query(`set local session_replication_role = replica; set local work_mem = '256MB'; set local timezone = 'UTC'`);
  for (const statement of statements) await client.query(statement);
  await client.query('commit');
}
