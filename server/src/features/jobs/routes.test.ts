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

test('shows each state of a mail and of a job, with its attempts', async () => {
  const shop = await aShop(app);
  await app.admin.query(
    `insert into mails (id, merchant_id, kind, sealed, state, attempts, error, next_attempt_at, expires_at, created_at, finished_at)
     select gen_random_uuid(), $1, 'receipt', case when state = 'waiting' then '\\x00'::bytea end, state, attempts, error,
       '2026-03-02T10:00:00Z', '2026-03-09T10:00:00Z', '2026-03-02T09:00:00Z'::timestamptz + n * interval '1 minute',
       case when state <> 'waiting' then '2026-03-02T11:00:00Z'::timestamptz end
     from (values (1, 'waiting', 0, null), (2, 'waiting', 1, 'busy'), (3, 'sent', 2, null), (4, 'failed', 30, 'unknown'))
       as m (n, state, attempts, error)`,
    [shop.merchant_id],
  );
  const later = { name: 'later', work: async () => undefined };
  const jobs = startJobs(await prepareServiceRole(app.connection), [later], quiet);
  await jobs.begun;
  await jobs.stop();
  await app.admin.query(
    `insert into pgboss.job (name, data, policy, retry_limit, start_after, created_on)
     values ('later', jsonb_build_object('merchant_id', $1::text), 'short', 3, now() + interval '1 day', '2026-03-02T08:00:00Z')`,
    [shop.merchant_id],
  );
  const shown = async (query = '') =>
    (await shop.owner.get(`/jobs${query}`)).body.data.map((job: Record<string, unknown>) =>
      ['name', 'state', 'attempts', 'attempts_at_most', 'error', 'next_attempt_at'].map((name) => job[name]),
    );
  const expected = [
    ['mail', 'failed', 30, 30, 'unknown', null],
    ['mail', 'completed', 2, 30, null, null],
    ['mail', 'retry', 1, 30, 'busy', '2026-03-02T10:00:00.000Z'],
    ['mail', 'created', 0, 30, null, null],
    ['later', 'created', 0, 4, null, null],
  ];
  assert.deepEqual(await shown(), expected);
  assert.deepEqual(await shown('?state=retry'), [expected[2]]);
  assert.deepEqual(await shown('?state=created'), expected.slice(3));
  await app.admin.query('delete from mails where merchant_id = $1', [shop.merchant_id]);
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
