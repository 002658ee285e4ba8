import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { pino } from 'pino';
import { aProduct, aShop } from '../../../../test/shop.ts';
import { createTestApp, testServer } from '../../../../test/test-app.ts';

const lines: string[] = [];
const logger = pino({ level: 'info', base: null }, { write: (line: string) => void lines.push(line) });
const app = await createTestApp({ logger, env: { SLOW_STATEMENT_MS: '150' } });
const quick = await createTestApp({ logger, env: { SLOW_STATEMENT_MS: '0' } });
const shop = await aShop(app);

/** Only the lines of the delayed statement, because others may also be slow on a busy machine. */
const slowLines = () =>
  lines
    .map((line): Record<string, unknown> => JSON.parse(line))
    .filter(({ msg, statement }) => msg === 'a slow statement' && statement === 'insert categories');

const skip = testServer().workers !== undefined && 'Citus has no triggers on distributed tables';

/** Delays each insert of a category in the database. */
const makeSlow = ({ admin }: typeof app) =>
  admin.query(`
    create function delay_insert() returns trigger language plpgsql as $$ begin perform pg_sleep(0.2); return new; end $$;
    create trigger delay_insert before insert on categories for each row execute function delay_insert()`);

const samples = async (testApp = app) =>
  (await testApp.fastify.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })).body.split('\n');
const sampleOf = (found: readonly string[], sample: string): number =>
  Number(
    found
      .find((line) => line.startsWith(`${sample} `))
      ?.split(' ')
      .at(-1) ?? 0,
  );

test('logs a slow statement with its name and request, without its parameters', { skip }, async () => {
  await makeSlow(app);
  const name = 'kanari category';
  const created = await shop.owner.post('/categories', { name });
  assert.equal(created.status, 201, created.text);
  const [line, ...others] = slowLines();
  assert.deepEqual(others, []);
  assert.ok(line);
  const { time: _, level, duration_ms, ...fields } = line;
  assert.deepEqual(fields, {
    request_id: created.headers['x-request-id'],
    statement: 'insert categories',
    msg: 'a slow statement',
  });
  assert.equal(level, 40);
  assert.ok(Number(duration_ms) >= 150);
  for (const secret of [name, created.body.data.id, shop.merchant_id])
    assert.ok(!lines.join('').includes(secret), secret);
});

test('logs that a slow statement failed', { skip }, async () => {
  const before = slowLines().length;
  const slow = app.database.transaction(shop.merchant_id, async (tx) => {
    await tx.run(sql`insert into categories (merchant_id, id, name, created_at, updated_at)
      values (${shop.merchant_id}, gen_random_uuid(), ${null}, now(), now())`);
  });
  await assert.rejects(slow);
  assert.deepEqual(
    slowLines()
      .slice(before)
      .map(({ statement, failed, request_id }) => ({ statement, failed, request_id })),
    [{ statement: 'insert categories', failed: true, request_id: undefined }],
  );
});

test('logs no slow statements when the threshold is 0', { skip }, async () => {
  await makeSlow(quick);
  const before = slowLines().length;
  assert.equal((await (await aShop(quick)).owner.post('/categories', { name: 'Patience' })).status, 201);
  assert.equal(slowLines().length, before);
});

test('counts statements by names that contain only tables', async () => {
  await shop.owner.post('/categories', { name: 'Counted' });
  await shop.owner.get('/products?search=kanari');
  const found = await samples();
  const names = found.flatMap(
    (line) => /^tillhouse_database_statement_duration_seconds_count\{name="([^"]*)"\}/.exec(line)?.[1] ?? [],
  );
  const { rows } = await app.admin.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public'`,
  );
  const tables = rows.map(({ name }) => name);
  assert.ok(names.includes('commit') && names.includes('insert categories') && names.length > 15, names.join());
  for (const name of names) {
    const [, verb, table] = /^(\w[\w-]*)(?: (\w+))?(?: \+\d+)?$/.exec(name) ?? [];
    assert.ok(verb !== undefined && (table === undefined || tables.includes(table)), name);
  }
  const waits = sampleOf(found, 'tillhouse_database_connection_wait_seconds_count{name="pool"}');
  assert.ok(waits > 5, `${waits} waits`);
});

test('counts sales that share a commit, and measures the wait of each', async () => {
  const product = await aProduct(shop, { stock: 100 });
  const before = await samples();
  const sell = () =>
    shop.owner.post('/transactions', { items: [{ product_id: product.id, quantity: 1 }], payment_method: 'cash' });
  for (const { status } of await Promise.all(Array.from({ length: 12 }, sell))) assert.equal(status, 201);
  const now = await samples();
  const increase = (sample: string) => sampleOf(now, sample) - sampleOf(before, sample);
  assert.equal(increase('tillhouse_commit_batch_size_sum'), 12);
  assert.ok(increase('tillhouse_commit_batch_size_count') < 12, 'some sales shared a commit');
  assert.equal(increase('tillhouse_batch_wait_seconds_count{name="sale"}'), 12);
});

test('counts jobs that succeed and jobs that fail', async () => {
  const { telemetry } = app.fastify.services;
  await telemetry.job('sweeping', async () => undefined);
  await assert.rejects(telemetry.job('sweeping', () => Promise.reject(new Error('planted failure'))));
  assert.equal(sampleOf(await samples(), 'tillhouse_job_duration_seconds_count{name="sweeping"}'), 2);
});

test('counts cached responses separately', async () => {
  const before = await samples();
  for (let turn = 0; turn < 3; turn += 1) assert.equal((await shop.owner.get('/categories?limit=7')).status, 200);
  const now = await samples();
  const increase = (from: string) =>
    sampleOf(now, `tillhouse_cached_responses_total{from="${from}"}`) -
    sampleOf(before, `tillhouse_cached_responses_total{from="${from}"}`);
  assert.deepEqual([increase('database'), increase('cache')], [1, 2]);
});
