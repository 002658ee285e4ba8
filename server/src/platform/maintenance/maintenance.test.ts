import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aShop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { newId } from '../../core/ids.ts';
import { forEachMerchant, maintainMerchant } from './maintenance.ts';
import { maintenanceJobs } from './maintenance-jobs.ts';

const app = await createTestApp();
const shop = await aShop(app);

test('works on every merchant once, however many there are', async () => {
  const ids = Array.from({ length: 250 }, newId);
  await app.admin.query(
    `insert into users select (jsonb_populate_record(u, jsonb_build_object('id', m, 'email', m || '@example.com', 'home_merchant_id', m))).*
     from users u, unnest($1::uuid[]) m where u.id = $2`,
    [ids, shop.owner_id],
  );
  const visited: string[] = [];
  await forEachMerchant(app.database.global, async (id) => visited.push(id));
  assert.deepEqual(visited, [...ids, shop.merchant_id].sort());
  await app.admin.query('delete from users where id = any($1)', [ids]);
});

test('a task that fails leaves the others to run, and is reported', async () => {
  const ran: string[] = [];
  const tasks = [
    async () => ran.push('first'),
    async () => {
      throw new Error('the second failed');
    },
    async () => ran.push('third'),
  ];
  await assert.rejects(maintainMerchant(app.fastify.services, tasks, shop.merchant_id), /the second failed/);
  assert.deepEqual(ran, ['first', 'third']);
});

test('queues the maintenance and the check of each merchant every hour, and runs them for one merchant', async () => {
  const ran: string[] = [];
  const jobs = maintenanceJobs(app.fastify.services, {
    tasks: [async ({ merchant_id }) => ran.push(`task ${merchant_id}`)],
    check: async ({ merchant_id }) => ran.push(`check ${merchant_id}`),
  });
  const sent: unknown[] = [];
  const run = (name: string, data = {}) =>
    jobs
      .find((job) => job.name === name)
      ?.work(data, async (other, about) => sent.push([other, about]), new AbortController().signal);
  assert.deepEqual(
    jobs.map(({ name, cron }) => [name, cron]),
    [
      ['housekeeping', '7 * * * *'],
      ['merchant-upkeep', undefined],
      ['checks', '37 * * * *'],
      ['merchant-check', undefined],
    ],
  );
  const { merchant_id } = shop;
  const addWindow = (key: string, age: string) =>
    app.admin.query('insert into rate_windows (key, started_at, hits) values ($1, now() - $2::interval, 1)', [
      key,
      age,
    ]);
  await addWindow('old', '61 minutes');
  await addWindow('new', '59 minutes');
  await run('housekeeping');
  await run('checks');
  assert.deepEqual(sent, [
    ['merchant-upkeep', { merchant_id }],
    ['merchant-check', { merchant_id }],
  ]);
  const { rows } = await app.admin.query(`select key from rate_windows where key in ('old', 'new')`);
  assert.deepEqual(rows, [{ key: 'new' }]);
  for (const name of ['merchant-upkeep', 'merchant-check']) {
    await run(name);
    await run(name, { merchant_id });
  }
  assert.deepEqual(ran, [`task ${merchant_id}`, `check ${merchant_id}`]);
});
