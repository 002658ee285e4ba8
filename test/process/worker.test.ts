import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { after, test } from 'node:test';
import { createClient } from '../../demo/client.ts';
import { openShop } from '../../demo/load.ts';
import { startService } from '../../demo/service.ts';
import { aReceiver } from '../receiver.ts';
import { until } from '../until.ts';
import { aPlace } from './place.ts';
import { aSharedDatabase } from './shared-database.ts';

/** One process answers requests, and another does the background work, on a shared database. */

const place = await aPlace();
const database = await aSharedDatabase();
const env = { ...place.env, DATABASE_URL: database.address, WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8' };
const service = await startService({ ...env, WORKER: 'off' });
const receiver = await aReceiver();
after(async () => {
  await service.stop();
  await receiver.close();
  await database.remove();
  await place.remove();
});

test('delivers events that another process commits, and stops cleanly', async () => {
  const client = createClient(service.url);
  await openShop(client);
  const endpoint = (await client.post('/webhooks', { url: receiver.url })).data;
  await client.post('/customers', { name: 'Before the worker' });
  assert.equal((await client.get(`/webhooks/${endpoint.id}`)).data.sequence, 0);
  const main = new URL('../../server/src/app/start.js', import.meta.url).pathname;
  const worker = spawn(process.execPath, [main], {
    env: { ...process.env, ...env, WORKER: 'only' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise((resolve) => worker.once('exit', resolve));
  let output = '';
  for (const stream of [worker.stdout, worker.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk));
  await until(() => receiver.received.length >= 1);
  const received = receiver.received.length;
  await client.post('/customers', { name: 'With the worker' });
  await until(() => receiver.received.length > received);
  worker.kill('SIGTERM');
  assert.equal(await ended, 0, output);
  assert.match(output, /works in the background/);
});

test('does not start a worker without a shared database', async () => {
  const { DATABASE_URL: _, ...alone } = env;
  await assert.rejects(
    startService({ ...alone, PORT: '0', WORKER: 'only' }),
    /WORKER can be “only” only where processes share a database/,
  );
});
