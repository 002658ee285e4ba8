import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FeedEvent, followEvents } from '../../../../test/events.ts';
import { aProduct, aShop, type Shop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { maintenanceTasks } from '../../app/app.ts';
import { maintainMerchant } from '../../platform/maintenance/maintenance.ts';
import { closeDays } from './close-days.ts';

const app = await createTestApp();

async function sell(shop: Shop, fields: object = {}): Promise<string> {
  const { id } = await aProduct(shop, { price: 12.5, track_stock: false, stock: 0 });
  const sale = await shop.owner.post('/transactions', {
    items: [{ product_id: id, quantity: 2 }],
    payment_method: 'card',
    ...fields,
  });
  assert.equal(sale.status, 201, sale.text);
  return sale.body.data.id;
}

const closedOf = async (readEvents: () => Promise<FeedEvent[]>) =>
  (await readEvents()).filter(({ type }) => type === 'day.closed');

test('sends one event with the report’s figures when a branch’s day has ended', async () => {
  app.clock.set('2026-03-02T10:00:00Z');
  const shop = await aShop(app, { timezone: 'Europe/Berlin', currency: 'EUR' });
  const farBranch = (await shop.owner.post('/branches', { name: 'Far', timezone: 'America/New_York' })).body.data.id;
  const readEvents = await followEvents(shop);
  await sell(shop);
  await sell(shop, { branch_id: farBranch });
  await shop.owner.post(`/transactions/${await sell(shop)}/refund`, {});
  const runTasks = () => maintainMerchant(app.fastify.services, maintenanceTasks, shop.merchant_id);

  app.clock.set('2026-03-02T22:59:00Z');
  await runTasks();
  assert.deepEqual(await closedOf(readEvents), [], 'the day ends in a minute');

  app.clock.set('2026-03-02T23:00:30Z');
  await Promise.all([runTasks(), runTasks()]);
  await runTasks();
  const [closed, ...others] = await closedOf(readEvents);
  assert.deepEqual(others, []);
  const { status, body } = await shop.owner.get(
    `/reports/sales?start_date=2026-03-02&end_date=2026-03-02&branch_id=${shop.branch_id}`,
  );
  assert.equal(status, 200);
  assert.deepEqual([body.data.total_sales, body.data.refunds, body.data.total_transactions], [25, 25, 2]);
  assert.ok(closed);
  const { branch_name, ...data } = closed.data;
  assert.deepEqual(data, { ...body.data, branch_id: shop.branch_id, day: '2026-03-02' });
  assert.equal(typeof branch_name, 'string');
  assert.deepEqual([closed.subject_id, closed.user_id], [shop.branch_id, null]);

  app.clock.set('2026-03-03T05:01:00Z');
  await runTasks();
  assert.deepEqual(
    (await closedOf(readEvents)).map(({ data }) => [data.branch_name, data.day, data.total_sales]),
    [['Far', '2026-03-02', 25]],
  );
});

test('sends events of missed days later, but not of days before the last week', async () => {
  app.clock.set('2026-03-20T10:00:00Z');
  const shop = await aShop(app, { timezone: 'UTC' });
  const readEvents = await followEvents(shop);
  for (const occurred_at of ['2026-03-12T10:00:00Z', '2026-03-13T10:00:00Z', '2026-03-19T10:00:00Z'])
    await sell(shop, { occurred_at });
  const north = (await shop.owner.post('/branches', { name: 'North' })).body.data.id;
  await shop.owner.post('/branches', { name: 'Without sales' });
  await sell(shop, { occurred_at: '2026-03-18T10:00:00Z', branch_id: north });
  await closeDays(app.database.reader(shop.merchant_id), app.clock.now(), app.database);
  assert.deepEqual(
    (await closedOf(readEvents)).map(({ data }) => [data.day, data.branch_id]),
    [
      ['2026-03-13', shop.branch_id],
      ['2026-03-18', north],
      ['2026-03-19', shop.branch_id],
    ],
  );
});

test('runs all maintenance tasks if one fails, and reports the failure', async () => {
  const shop = await aShop(app);
  const done: string[] = [];
  const fails = async () => {
    throw new Error('no');
  };
  const works = async () => {
    done.push('done');
  };
  await assert.rejects(maintainMerchant(app.fastify.services, [fails, works], shop.merchant_id), /no/);
  assert.deepEqual(done, ['done']);
});
