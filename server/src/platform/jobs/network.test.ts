import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openProxy } from '../../../../proof/network/proxy.ts';
import { createTestApp, testServer } from '../../../../test/test-app.ts';
import { until } from '../../../../test/until.ts';
import { prepareServiceRole } from '../database/migration/service-role.ts';
import { startJobs } from './start-jobs.ts';

const app = await createTestApp();
const { host = '', port = 5432 } = testServer();
const serviceConnection = await prepareServiceRole(app.connection);

/** Jobs that reach the database through a simulated network. */
async function jobsBehindProxy() {
  const proxy = await openProxy(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
  const warnings: { reason?: string; connections?: number }[] = [];
  const done: string[] = [];
  const count = { name: 'count', work: async () => void done.push('counted') };
  const jobs = startJobs({ ...serviceConnection, host: '127.0.0.1', port: proxy.port }, [count], {
    info: () => undefined,
    warn: (fields) => warnings.push(fields),
  });
  await jobs.begun;
  return { proxy, jobs, done, warnings };
}

const sessions = async () =>
  (
    await app.admin.query(
      `select state from pg_stat_activity where application_name like 'tillhouse-jobs-%' and datname = current_database()`,
    )
  ).rows;

test('jobs go on after the network has lost their connections silently, and stop', async (t) => {
  const { proxy, jobs, done, warnings } = await jobsBehindProxy();
  t.after(proxy.close);
  // One that no check of the heartbeat meets is too short.
  const anOutage = async () => {
    proxy.setFault('half-open');
    await sleep(2_500);
    proxy.setFault('none');
    await sleep(2_500);
    return warnings.some(({ connections }) => connections !== undefined);
  };
  await until(anOutage);
  await app.admin.query(`insert into pgboss.job (name, data, policy, retry_limit) values ('count', '{}', 'short', 0)`);
  await until(() => done.length > 0);
  await jobs.stop();
  assert.deepEqual(done, ['counted']);
});

test('jobs stop while the database cannot be reached', async (t) => {
  const { proxy, jobs } = await jobsBehindProxy();
  t.after(proxy.close);
  await until(async () => (await sessions()).length > 0);
  proxy.setFault('half-open');
  await assert.doesNotReject(jobs.stop());
});
