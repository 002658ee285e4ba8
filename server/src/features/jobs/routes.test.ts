import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { aShop, aStaffMember } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { until } from '../../../../test/until.ts';
import { prepareServiceRole } from '../../platform/database/migration/service-role.ts';
import type { JobData } from '../../platform/jobs/job.ts';
import { startJobs } from '../../platform/jobs/start-jobs.ts';

const app = await createTestApp();
const quiet = { info: () => undefined, warn: () => undefined };

test('returns no jobs before the first one', async () => {
  const shop = await aShop(app);
  assert.deepEqual((await shop.owner.get('/jobs')).body.data, []);
});

test('shows a failed job to its merchant and retries it; runs a job that is requested twice once', async () => {
  const shop = await aShop(app);
  const otherShop = await aShop(app);
  const done: JobData[] = [];
  const visit = {
    name: 'visit',
    work: async (order: JobData) => {
      done.push(order);
      if (order.merchant_id === shop.merchant_id) throw new Error('The shop was closed');
    },
  };
  const begin = {
    name: 'begin',
    cron: '* * * * *',
    async work(_order: JobData, send: (name: string, order: JobData) => Promise<unknown>) {
      for (const { merchant_id } of [shop, shop, otherShop]) await send('visit', { merchant_id });
    },
  };
  const jobs = startJobs(await prepareServiceRole(app.connection), [visit, begin], quiet);
  after(() => jobs.stop());
  await until(
    async () => (await app.admin.query(`select to_regclass('pgboss.schedule') as found`)).rows[0].found !== null,
  );
  await until(async () => (await app.admin.query('select from pgboss.schedule')).rowCount === 1);
  await app.admin.query(`insert into pgboss.job (name, data, policy, retry_limit) values ('begin', '{}', 'short', 0)`);
  await until(async () => done.length >= 2);
  await until(async () => (await shop.owner.get('/jobs?state=retry')).body.data.length === 1);
  const [job] = (await shop.owner.get('/jobs')).body.data;
  assert.deepEqual([job.name, job.state, job.attempts, job.error], ['visit', 'retry', 1, 'The shop was closed']);
  assert.ok(Date.parse(job.next_attempt_at) > Date.parse(job.created_at));
  const otherJobs = (await otherShop.owner.get('/jobs')).body;
  assert.deepEqual([otherJobs.meta.total, otherJobs.data[0].state, otherJobs.data[0].error], [1, 'completed', null]);
  const metrics = await app.anonymous.get('//metrics');
  assert.match(metrics.text, /tillhouse_jobs\{name="visit",state="retry"\} 1/);
});

test('waits at the stop for a job that is running', async () => {
  const gate = Promise.withResolvers<void>();
  let hasBegun = false;
  const slow = {
    name: 'slow',
    async work() {
      hasBegun = true;
      await gate.promise;
    },
  };
  const jobs = startJobs(await prepareServiceRole(app.connection), [slow], quiet);
  await jobs.begun;
  await app.admin.query(`insert into pgboss.job (name, data, policy, retry_limit) values ('slow', '{}', 'short', 0)`);
  await until(() => hasBegun);
  let isStopped = false;
  const stopped = jobs.stop().then(() => {
    isStopped = true;
  });
  // Longer than the library takes to close its connections.
  await sleep(1_000);
  assert.equal(isStopped, false);
  gate.resolve();
  await stopped;
  const { rows } = await app.admin.query(`select state from pgboss.job where name = 'slow'`);
  assert.deepEqual(rows, [{ state: 'completed' }]);
});

test('shows jobs to owners only', async () => {
  const shop = await aShop(app);
  for (const role of ['manager', 'cashier', 'stock_clerk', 'viewer'] as const)
    assert.equal((await (await aStaffMember(shop, role)).get('/jobs')).status, 403, role);
});

test('an owner sees that the disk is almost full, before files and then changes are rejected', async (t) => {
  const shop = await aShop(app);
  assert.equal((await (await aStaffMember(shop, 'manager')).get('/jobs/disk-space')).status, 403);
  const { storage, database } = app.fastify.services;
  const { readSpace } = storage;
  const { checkDiskSpace } = database;
  t.after(() => {
    Object.assign(storage, { readSpace });
    Object.assign(database, { checkDiskSpace });
  });
  const stateAt = async (free_mib: number) => {
    Object.assign(storage, { readSpace: async () => ({ free_bytes: free_mib * 2 ** 20, total_bytes: 100 * 2 ** 30 }) });
    return (await shop.owner.get('/jobs/disk-space')).body.data.state;
  };
  assert.deepEqual([await stateAt(1_024), await stateAt(1_023), await stateAt(511)], ['ok', 'low', 'files_rejected']);
  Object.assign(storage, { readSpace: async () => undefined });
  assert.equal((await shop.owner.get('/jobs/disk-space')).body.data.state, 'ok', 'it is unknown');
  const full = () => {
    throw new Error('full');
  };
  Object.assign(database, { checkDiskSpace: full });
  assert.equal((await shop.owner.get('/jobs/disk-space')).body.data.state, 'changes_rejected');
});
