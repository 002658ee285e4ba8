import assert from 'node:assert/strict';
import type pg from 'pg';

/** A fault that a proof must notice: a trigger that changes each row before it is written. */
export interface Fault {
  table: string;
  on: 'insert' | 'update' | 'insert or update';
  /** Statements in PL/pgSQL; `new` is the row. */
  does: string;
}

/** Does the work while the fault is in the database. */
export async function withFault(
  admin: pg.Pool,
  { table, on, does }: Fault,
  work: () => Promise<unknown>,
): Promise<void> {
  await admin.query(
    `create or replace function planted() returns trigger language plpgsql as $$ begin ${does} return new; end $$`,
  );
  await admin.query(`create trigger planted before ${on} on ${table} for each row execute function planted()`);
  try {
    await work();
  } finally {
    await admin.query(`drop trigger planted on ${table}`);
  }
}

/** Makes a change, runs a check on it, and rolls the change back. @throws AssertionError if the statement changes no row */
export async function withRolledBack(
  admin: pg.Pool,
  change: string,
  check: (client: pg.PoolClient) => Promise<void>,
): Promise<void> {
  const client = await admin.connect();
  try {
    await client.query('begin');
    const { rowCount } = await client.query(change);
    assert.ok(Number(rowCount) > 0, `${change}: changed no row`);
    await check(client);
  } finally {
    await client.query('rollback');
    client.release();
  }
}
