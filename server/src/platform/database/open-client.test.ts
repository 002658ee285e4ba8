import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testServer } from '../../../../test/test-app.ts';
import { until } from '../../../../test/until.ts';
import { openClient, withClient } from './open-client.ts';

/** The template of the test run accepts no connections on a server with Citus. */
const server = { ...testServer(), database: 'postgres' };
/** A folder without the socket of a server. */
const nowhere = { ...server, host: '/nowhere' };

test('does not begin work without a connection', async () => {
  let hasBegun = false;
  await assert.rejects(
    withClient(nowhere, async () => {
      hasBegun = true;
    }),
    { code: 'ENOENT' },
  );
  assert.equal(hasBegun, false);
});

test('returns the result of the work, and ends the connection', async () => {
  const pid = await withClient(server, async (client) => {
    assert.deepEqual((await client.query('select 1 as one')).rows, [{ one: 1 }]);
    return (await client.query('select pg_backend_pid() as pid')).rows[0]?.pid;
  });
  const watcher = await openClient(server);
  const isOpen = async () => (await watcher.query('select from pg_stat_activity where pid = $1', [pid])).rowCount === 1;
  await until(async () => !(await isOpen()));
  await watcher.end();
});

test('a connection that is lost fails its work, and not the process', async () => {
  const work = withClient(server, async (client) => {
    const { rows } = await client.query('select pg_backend_pid() as pid');
    const isLost = new Promise((resolve) => client.once('end', resolve));
    await withClient(server, (other) => other.query('select pg_terminate_backend($1)', [rows[0]?.pid]));
    await isLost;
    await client.query('select 1');
  });
  await assert.rejects(work, /not queryable/);
});
