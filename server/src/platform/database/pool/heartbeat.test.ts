import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openProxy } from '../../../../../proof/network/proxy.ts';
import { createTestApp, testServer, testTimeouts } from '../../../../../test/test-app.ts';
import { until } from '../../../../../test/until.ts';
import { startHeartbeat } from './heartbeat.ts';
import { createPool } from './pool.ts';

const app = await createTestApp();
const { host = '', port = 5432 } = testServer();
const proxy = await openProxy(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
const connection = { ...app.connection, host: '127.0.0.1', port: proxy.port };
const pool = createPool(connection, { size: 3, onLost: () => undefined, timeouts: testTimeouts });
const warnings: { fields: object; message: string }[] = [];
const heartbeat = startHeartbeat(pool, connection, {
  warn: (fields, message) => warnings.push({ fields, message }),
});
after(async () => {
  proxy.setFault('none');
  await heartbeat.stop();
  await pool.end();
  await proxy.close();
});

const pidOf = async (client: { query(text: string): Promise<{ rows: { pid: number }[] }> }) =>
  (await client.query('select pg_backend_pid() as pid')).rows[0]?.pid;
const isServed = async (pid: number | undefined) =>
  (await app.admin.query('select from pg_stat_activity where pid = $1', [pid])).rowCount === 1;

test('after an outage, ends the connections that the network has lost, on both sides, and keeps the others', async () => {
  assert.equal(await heartbeat.isAlive(), true);
  const lost = await pool.connect();
  const lostPid = await pidOf(lost);
  proxy.setFault('half-open');
  const waiting = assert.rejects(lost.query('select 1'));
  await until(async () => !(await heartbeat.isAlive()));
  proxy.setFault('none');
  // A statement that is still running after the outage is no lost connection.
  const busy = await pool.connect();
  const idle = await pool.connect();
  const sleeping = busy.query('select pg_sleep(2)');
  await until(() => heartbeat.isAlive());
  await waiting;
  await until(async () => !(await isServed(lostPid)));
  lost.release(true);
  assert.equal((await sleeping).rowCount, 1);
  assert.equal((await idle.query('select 1')).rowCount, 1);
  for (const client of [busy, idle]) client.release();
  assert.deepEqual(warnings, [
    {
      fields: { connections: 1 },
      message: 'the database is available again; closed connections that the network had lost',
    },
  ]);
  assert.equal((await pool.query('select 1')).rowCount, 1);
});

test('ends no session of another program that has got the process id of a lost one', async (t) => {
  const lost = await pool.connect();
  const other = await app.admin.connect();
  other.on('error', () => undefined);
  t.after(() => other.release(true));
  const otherPid = await pidOf(other);
  proxy.setFault('half-open');
  const waiting = assert.rejects(lost.query('select 1'));
  await until(async () => !(await heartbeat.isAlive()));
  Object.assign(lost, { processID: otherPid });
  proxy.setFault('none');
  await until(() => heartbeat.isAlive());
  await waiting;
  await until(() => warnings.length === 2);
  lost.release(true);
  // By then the heartbeat would have ended it.
  await heartbeat.isAlive();
  assert.equal(await pidOf(other), otherPid);
});

test('concurrent calls share one check, and a stopped heartbeat closes its connection', async () => {
  const sessions = async () =>
    (
      await app.admin.query(
        `select from pg_stat_activity where application_name = 'tillhouse-heartbeat' and datname = current_database()`,
      )
    ).rowCount ?? 0;
  assert.equal(heartbeat.isAlive(), heartbeat.isAlive());
  await heartbeat.isAlive();
  // The server still has the session that the network lost.
  const before = await sessions();
  await heartbeat.stop();
  await until(async () => (await sessions()) === before - 1);
});
