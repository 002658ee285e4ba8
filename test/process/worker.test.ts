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

/** One process answers, another works: on a database that both reach. */

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
  await client.post('/customers', { name: 'Before there was a worker' });
  assert.equal((await client.get(`/webhooks/${endpoint.id}`)).data.sequence, 0);
  const main = new URL('../../server/src/start.js', import.meta.url).pathname;
  const worker = spawn(process.execPath, [main], {
    env: { ...process.env, ...env, WORKER: 'only' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise((resolve) => worker.once('exit', resolve));
  let said = '';
  for (const stream of [worker.stdout, worker.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk));
  await until(() => receiver.received.length >= 1);
  const heard = receiver.received.length;
  await client.post('/customers', { name: 'While there is one' });
  await until(() => receiver.received.length > heard);
  worker.kill('SIGTERM');
  assert.equal(await ended, 0, said);
  assert.match(said, /works in the background/);
});

test('refuses to start a worker without a shared database', async () => {
  const { DATABASE_URL: _, ...alone } = env;
  await assert.rejects(
    startService({ ...alone, PORT: '0', WORKER: 'only' }),
    /WORKER can be “only” only where processes share a database/,
  );
});
