import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exportTools, runExport, startExports } from '../../../../test/exports.ts';
import { aCustomer, aProduct, aShop, aStaffMember, forgetEvents, type Shop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { until } from '../../../../test/until.ts';
import { newId } from '../../core/ids.ts';

const app = await createTestApp({ env: { MERCHANT_QUEUED_EXPORTS: '2' } });
const exportBody = { report_type: 'products', format: 'csv' };
const runJob = ({ merchant_id }: Shop) => runExport(app, merchant_id);
const { requestExport, stateOf, eventsOf, download, blockStorage } = exportTools(app);

test('queues an export, writes it in a job, returns a link and sends one event', async () => {
  const shop = await aShop(app);
  await aProduct(shop, { name: 'Written later' });
  const requested = await requestExport(shop.owner, { ...exportBody, branch_id: shop.branch_id });
  assert.deepEqual(
    [
      requested.state,
      requested.rows_written,
      requested.rows_expected,
      requested.download_url,
      requested.finished_at,
      requested.branch_id,
    ],
    ['queued', 0, null, null, null, shop.branch_id],
  );
  const jobs = await startExports(app);
  try {
    await until(async () => (await stateOf(shop.owner, requested.id)) === 'ready');
  } finally {
    await jobs.stop();
  }
  const ready = (await shop.owner.get(`/exports/${requested.id}`)).body.data;
  assert.deepEqual([ready.rows_written, ready.start_date, ready.error], [1, null, null]);
  assert.equal(Date.parse(ready.expires_at) - Math.floor(Date.parse(ready.finished_at) / 1_000) * 1_000, 86_400_000);
  const file = await download(ready.download_url);
  assert.ok(file.body.includes('Written later'), file.body);
  assert.match(String(file.headers['content-disposition']), /filename="products-\d{4}-\d\d-\d\d\.csv"/);
  const [event, ...others] = await eventsOf(shop);
  assert.deepEqual(
    [event.type, event.subject_id, event.report_type, others],
    ['export.ready', requested.id, 'products', []],
  );
  assert.equal((await download(event.download_url)).statusCode, 200);
  assert.deepEqual(
    (await shop.owner.get('/jobs')).body.data.map(({ name, state }: { name: string; state: string }) => [name, state]),
    [['exports', 'completed']],
  );
});

test('writes each type of report with the expected number of rows, and nothing that was deleted', async () => {
  const shop = await aShop(app);
  const product = await aProduct(shop, { stock: 5 });
  await aCustomer(shop);
  const [deletedProduct, deletedCustomer] = [await aProduct(shop, { stock: 2 }), await aCustomer(shop)];
  for (const path of [`/products/${deletedProduct.id}`, `/customers/${deletedCustomer.id}`])
    assert.equal((await shop.owner.delete(path)).status, 200, path);
  await shop.owner.post('/transactions', { items: [{ product_id: product.id, quantity: 1 }], payment_method: 'cash' });
  const today = app.clock.now().slice(0, 10);
  const dates = { start_date: '2026-01-01', end_date: today };
  for (const report_type of ['sales', 'transactions', 'products', 'inventory', 'customers'])
    for (const format of ['csv', 'xlsx']) {
      const { id } = await requestExport(shop.owner, { report_type, format, ...dates });
      await runJob(shop);
      const { state, rows_written, rows_expected, start_date, error, download_url } = (
        await shop.owner.get(`/exports/${id}`)
      ).body.data;
      assert.deepEqual([state, rows_written, error], ['ready', 1, null], report_type);
      assert.ok(rows_expected === null || rows_expected === 1);
      assert.equal(start_date, ['sales', 'transactions'].includes(report_type) ? dates.start_date : null);
      assert.equal((await download(download_url)).statusCode, 200);
    }
});

test('updates the progress while the file is written', async (t) => {
  const shop = await aShop(app);
  await app.admin.query(
    `insert into customers (merchant_id, id, name, created_at, updated_at)
     select $1, gen_random_uuid(), 'C' || n, now(), now() from generate_series(1, 2500) n`,
    [shop.merchant_id],
  );
  await forgetEvents(shop);
  const stored = blockStorage(t);
  const { id } = await requestExport(shop.owner, { report_type: 'customers', format: 'csv' });
  const running = runJob(shop);
  await until(async () => (await shop.owner.get(`/exports/${id}`)).body.data.rows_written === 2_500);
  const { state, rows_expected } = (await shop.owner.get(`/exports/${id}`)).body.data;
  assert.deepEqual([state, rows_expected], ['running', 2_500]);
  stored.unblock();
  await running;
  assert.equal(await stateOf(shop.owner, id), 'ready');
});

test('joins an equal export of the same user only while it is queued or running', async (t) => {
  const shop = await aShop(app);
  const manager = await aStaffMember(shop, 'manager');
  const stored = blockStorage(t);
  const requested = await Promise.all(
    Array.from({ length: 5 }, (_, at) =>
      shop.owner.post('/exports', exportBody, at % 2 ? { 'idempotency-key': 'once' } : {}),
    ),
  );
  assert.equal(new Set(requested.map(({ body }) => body.data.id)).size, 1);
  const [first] = requested;
  const running = runJob(shop);
  await until(() => stored.names.length >= 1);
  assert.equal((await requestExport(shop.owner)).id, first?.body.data.id);
  assert.equal((await requestExport(shop.owner)).state, 'running');
  assert.notEqual((await requestExport(shop.owner, { ...exportBody, format: 'xlsx' })).id, first?.body.data.id);
  assert.notEqual((await requestExport(manager)).id, first?.body.data.id);
  stored.unblock();
  await running;
  const replayed = await shop.owner.post('/exports', exportBody, { 'idempotency-key': 'once' });
  assert.deepEqual([replayed.headers['idempotent-replayed'], replayed.body.data.state], ['true', 'queued']);
  for (let rest = 0; rest < 2; rest += 1) await runJob(shop);
  assert.notEqual((await requestExport(shop.owner)).id, first?.body.data.id);
  await runJob(shop);
  assert.ok((await shop.owner.get('/exports')).body.data.every(({ state }: { state: string }) => state === 'ready'));
});

test('runs two exports of a merchant, queues more and rejects too many, without delaying another merchant', async (t) => {
  const [shop, other] = [await aShop(app), await aShop(app)];
  const stored = blockStorage(t);
  const types = ['products', 'customers', 'inventory'].flatMap((report_type) =>
    ['csv', 'xlsx'].map((format) => ({ report_type, format })),
  );
  const [one = {}, two = {}, three = {}, four = {}, five = {}] = types;
  const ids = [(await requestExport(shop.owner, one)).id, (await requestExport(shop.owner, two)).id];
  const jobs = await startExports(app);
  try {
    await until(() => stored.names.length >= 2);
    for (const body of [three, four]) ids.push((await requestExport(shop.owner, body)).id);
    const refused = await shop.owner.post('/exports', five);
    assert.deepEqual(
      [refused.status, refused.body.error.code, refused.headers['retry-after']],
      [429, 'RATE_LIMITED', '30'],
    );
    assert.equal((await requestExport(shop.owner, four)).id, ids[3]);
    await requestExport(other.owner);
    await until(() => stored.names.length >= 3);
    assert.ok(stored.names[2]?.startsWith(`exports/${other.merchant_id}/`));
    assert.deepEqual(await Promise.all(ids.map((id) => stateOf(shop.owner, id))), [
      'running',
      'running',
      'queued',
      'queued',
    ]);
    // Exports in the request count towards the same limit.
    assert.equal((await shop.owner.post('/reports/export', five)).status, 429);
    stored.unblock();
    for (const id of ids) await until(async () => (await stateOf(shop.owner, id)) === 'ready');
  } finally {
    stored.unblock();
    await jobs.stop();
  }
  assert.equal((await shop.owner.get('/exports?limit=3')).body.meta.total, 4);
  const listed = (await shop.owner.get('/exports')).body.data.map(({ id }: { id: string }) => id);
  assert.deepEqual(listed, [...ids].reverse());
});

test('keeps concurrent requests within the queue’s limit', async () => {
  const shop = await aShop(app);
  const types = ['products', 'customers', 'inventory'].flatMap((report_type) =>
    ['csv', 'xlsx'].map((format) => ({ report_type, format })),
  );
  const answers = await Promise.all(types.map((body) => shop.owner.post('/exports', body)));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 201, 429, 429, 429, 429]);
  for (let rest = 0; rest < 2; rest += 1) await runJob(shop);
});

test('waits while other heavy work of the merchant runs', async () => {
  const shop = await aShop(app);
  const { id } = await requestExport(shop.owner);
  const releases = await Promise.all([1, 2].map(() => app.fastify.beginHeavyWork(shop.merchant_id)));
  await runJob(shop);
  assert.equal(await stateOf(shop.owner, id), 'queued');
  for (const release of releases) release();
  await runJob(shop);
  assert.equal(await stateOf(shop.owner, id), 'ready');
});

test('rejects an export beyond the quota, or fails it when it runs', async () => {
  const small = await createTestApp({ env: { EXPORTS_MIB_PER_MERCHANT: '1' } });
  const shop = await aShop(small);
  const { id } = await requestExport(shop.owner);
  await small.fastify.services.storage.put(
    `exports/${shop.merchant_id}/large.csv`,
    (async function* () {
      yield Buffer.alloc(2 ** 20);
    })(),
  );
  assert.equal((await shop.owner.post('/exports', exportBody)).status, 201);
  const refused = await shop.owner.post('/exports', { ...exportBody, format: 'xlsx' });
  assert.deepEqual([refused.status, refused.body.error.code], [422, 'INVALID_STATE']);
  await runExport(small, shop.merchant_id);
  const failed = (await shop.owner.get(`/exports/${id}`)).body.data;
  assert.equal(failed.state, 'failed');
  assert.match(failed.error, /take 1 MiB already/);
});

test('names wrong fields', async () => {
  const shop = await aShop(app);
  for (const [body, fields] of [
    [{}, ['format', 'report_type']],
    [{ report_type: 'sales', format: 'csv' }, ['end_date', 'start_date']],
    [{ report_type: 'sales', format: 'csv', startDate: '2026-02-02', endDate: '2026-02-01' }, ['startDate']],
  ] as const) {
    const answer = await shop.owner.post('/exports', body);
    assert.deepEqual(
      [answer.status, answer.body.error.details.map(({ field }: { field: string }) => field).sort()],
      [422, fields],
    );
  }
});

test('says that an export waits for long, or that its process no longer reports', async () => {
  const shop = await aShop(app);
  const { id, is_stalled } = await requestExport(shop.owner, exportBody);
  const find = async () => (await shop.owner.get(`/exports/${id}`)).body.data;
  assert.equal(is_stalled, false);
  const begun = app.clock.now();
  app.clock.set(new Date(Date.parse(begun) + 61_000).toISOString());
  assert.deepEqual([(await find()).state, (await find()).is_stalled], ['queued', true]);
  await app.admin.query(`update exports set state = 'running', run_id = $3, attempts = 1, seen_at = $2 where id = $1`, [
    id,
    app.clock.now(),
    newId(),
  ]);
  assert.deepEqual([(await find()).state, (await find()).is_stalled], ['running', false]);
  app.clock.set(new Date(Date.parse(begun) + 92_000).toISOString());
  assert.deepEqual([(await find()).state, (await find()).is_stalled], ['running', true]);
  await runJob(shop);
  assert.deepEqual([(await find()).state, (await find()).is_stalled], ['ready', false]);
  app.clock.set(begun);
});
