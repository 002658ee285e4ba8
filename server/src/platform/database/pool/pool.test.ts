import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { sql } from 'kysely';
import { createTestApp, testServer } from '../../../../../test/test-app.ts';
import { createDatabase } from '../database.ts';
import { serviceRole } from '../migration/service-role.ts';
import { createPool, timestampFromText } from './pool.ts';

const app = await createTestApp();
const { rows } = await app.admin.query<{ name: string }>('select current_database() as name');
const connection = { ...testServer(), database: rows[0]?.name ?? '', role: serviceRole };

/** The `synchronous_commit` of a new connection of the service, with this default of the database. */
async function settingWithDefault(set: string): Promise<unknown> {
  await app.admin.query(`alter database ${connection.database} set synchronous_commit = ${set}`);
  const pool = createPool(connection, { size: 1, onLost: () => undefined });
  try {
    return (await pool.query('show synchronous_commit')).rows[0]?.synchronous_commit;
  } finally {
    await pool.end();
  }
}

test('reads timestamps of any precision in milliseconds', () => {
  for (const [text, timestamp] of [
    ['2026-11-20 20:13:00+00', '2026-11-20T20:13:00.000Z'],
    ['2026-11-20 20:13:00.1+00', '2026-11-20T20:13:00.100Z'],
    ['2026-11-20 20:13:00.123+00', '2026-11-20T20:13:00.123Z'],
    ['2026-11-20 20:13:00.123999+00', '2026-11-20T20:13:00.123Z'],
  ] as const)
    assert.equal(timestampFromText(text), timestamp);
});

test('a commit waits for the disk, also if the database’s default does not', async () => {
  assert.equal(await settingWithDefault('off'), 'on');
});

test('keeps a setting that waits for the disk and for standbys', async () => {
  for (const set of ['local', 'remote_write', 'on', 'remote_apply']) assert.equal(await settingWithDefault(set), set);
});

test('reports a server that accepts connections but does not answer as unavailable', async () => {
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => sockets.add(socket)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const timeouts = { connection_ms: 30_000, connecting_ms: 100, statement_ms: 1_000, lock_ms: 1_000 };
  const pool = createPool({ ...connection, host: '127.0.0.1', port }, { size: 1, onLost: () => undefined, timeouts });
  await assert.rejects(createDatabase(pool).global.many(sql`select 1`), { code: 'UNAVAILABLE' });
  await pool.end();
  for (const socket of sockets) socket.destroy();
  silent.close();
});
