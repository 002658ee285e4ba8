import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createClient } from '../../demo/client.ts';
import { openShop } from '../../demo/load.ts';
import { startService } from '../../demo/service.ts';
import { testServer } from '../test-app.ts';
import { until } from '../until.ts';
import { aPlace } from './place.ts';
import { aSharedDatabase } from './shared-database.ts';

const place = await aPlace();
const shared = await aSharedDatabase();
const env = { ...place.env, DATABASE_URL: shared.address };
const service = await startService({ ...env, WORKER: 'off' });
const admin = new pg.Client({ ...testServer(), database: shared.name });
await admin.connect();
const workers: ChildProcess[] = [];
after(async () => {
  for (const worker of workers) if (worker.exitCode === null && worker.signalCode === null) worker.kill('SIGKILL');
  await admin.end();
  await service.stop();
  await shared.remove();
  await place.remove();
});

function startWorker(): ChildProcess {
  const main = new URL('../../server/src/app/start.js', import.meta.url).pathname;
  const worker = spawn(process.execPath, [main], { env: { ...process.env, ...env, WORKER: 'only' }, stdio: 'ignore' });
  workers.push(worker);
  return worker;
}

test('an export whose process is killed is written by another process, once', async () => {
  const client = createClient(service.url);
  await openShop(client);
  await client.post('/customers', { name: 'Anna' });
  const first = startWorker();
  const before = (await client.post('/exports', { report_type: 'products', format: 'csv' })).data;
  await until(async () => (await client.get(`/exports/${before.id}`)).data.state === 'ready');
  // The lock blocks reads of customers, so that the export cannot finish before its process is killed.
  await admin.query('begin');
  await admin.query('lock table customers in access exclusive mode');
  const request = { report_type: 'customers', format: 'csv' };
  const { id } = (await client.post('/exports', request)).data;
  const find = async () => (await client.get(`/exports/${id}`)).data;
  await until(async () => (await find()).state === 'running');
  first.kill('SIGKILL');
  await once(first, 'exit');
  await admin.query('rollback');
  assert.equal((await find()).state, 'running');
  startWorker();
  await until(async () => {
    await sleep(1_000);
    if ((await find()).state === 'ready') return true;
    // A waiting user repeats the request. It joins the unfinished export; only after that is ready, it creates another.
    const repeated = (await client.post('/exports', request)).data;
    const { state } = await find();
    assert.ok(repeated.id === id || state === 'ready', `created another export while the first is ${state}`);
    return state === 'ready';
  });
  const ready = await find();
  assert.equal(ready.rows_written, 1);
  assert.ok(new TextDecoder().decode(await client.download(ready.download_url)).includes('Anna'));
  const { rows } = await admin.query(`select attempts from exports where id = $1`, [id]);
  assert.deepEqual(rows, [{ attempts: 2 }]);
  assert.equal(
    (await admin.query(`select from events where type = 'export.ready' and subject_id = $1`, [id])).rowCount,
    1,
  );
});
