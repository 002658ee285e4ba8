import assert from 'node:assert/strict';
import type pg from 'pg';

/** A fault in the database of a proof, for seeing that it is found: what a trigger does to a row before it is written. */
export interface Fault {
  table: string;
  on: 'insert' | 'update' | 'insert or update';
  /** In PL/pgSQL; `new` is what is written. */
  does: string;
}

/** Works while the fault is there. */
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

/** Looks at what would be there after a change, which is taken back. @throws AssertionError where the change changes nothing */
export async function asIf(
  admin: pg.Pool,
  change: string,
  look: (client: pg.PoolClient) => Promise<void>,
): Promise<void> {
  const client = await admin.connect();
  try {
    await client.query('begin');
    const { rowCount } = await client.query(change);
    assert.ok(Number(rowCount) > 0, `${change}: there is nothing to change`);
    await look(client);
  } finally {
    await client.query('rollback');
    client.release();
  }
}
