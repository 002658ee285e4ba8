import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestHouse, testServer } from '../../../test/house.ts';
import { createPool } from './pool.ts';
import { serviceRole } from './service-role.ts';

const house = await openTestHouse();
const { rows } = await house.admin.query<{ name: string }>('select current_database() as name');
const connection = { ...testServer(), database: rows[0]?.name ?? '', role: serviceRole };

/** What a new connection of the service has, where the database has been set to this. */
async function ofSession(set: string): Promise<unknown> {
  await house.admin.query(`alter database ${connection.database} set synchronous_commit = ${set}`);
  const pool = createPool(connection, { size: 1, onLost: () => undefined });
  try {
    return (await pool.query('show synchronous_commit')).rows[0]?.synchronous_commit;
  } finally {
    await pool.end();
  }
}

test('a commit waits for the disk, also where the database has been set not to', async () => {
  assert.equal(await ofSession('off'), 'on');
});

test('what waits for the disk and for more is left as it is', async () => {
  for (const set of ['local', 'remote_write', 'on', 'remote_apply']) assert.equal(await ofSession(set), set);
});
