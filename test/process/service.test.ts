import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '../../demo/client.ts';
import { openShop } from '../../demo/load.ts';
import { isReady, type Service, startService } from '../../demo/service.ts';
import { databasePid } from './database-pid.ts';
import { aPlace } from './place.ts';

const place = await aPlace();
let service: Service = await startService(place.env);
after(async () => {
  await service.stop();
  await place.remove();
});

/** A module that throws outside of any request when the process gets SIGUSR2. */
const failOnSignal = `data:text/javascript,${encodeURIComponent(
  "process.on('SIGUSR2', () => setImmediate(() => { throw new Error('planted') }))",
)}`;

const exitOf = (process: Service['process']) => new Promise<number | null>((resolve) => process.once('exit', resolve));

test('serves liveness, readiness and its description', async () => {
  for (const path of ['/health/live', '/health/ready', '/openapi.json', '/docs/', '/metrics']) {
    assert.equal((await fetch(service.url + path)).status, 200, path);
  }
});

test('a second service on the same folder exits with a message; the first continues', async () => {
  await assert.rejects(
    startService({ ...place.env, PORT: '0' }),
    /Another Tillhouse is already running on .*Stop it first/,
  );
  assert.ok(await isReady(service.url));
});

test('names an occupied port and stops the database', async () => {
  const other = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  const env = { ...place.env, DATA_DIR: join(place.env.DATA_DIR, 'other'), PORT: String(port) };
  await assert.rejects(startService(env), /PORT \d+ is taken by another program/);
  await assert.rejects(databasePid(env.DATA_DIR), /ENOENT/);
  other.close();
});

test('names invalid settings in a sentence', async () => {
  await assert.rejects(
    startService({ ...place.env, DATA_DIR: '/dev/null', PORT: '0' }),
    /DATA_DIR must be a folder that can be written to/,
  );
  const unreachable = 'postgres://user@127.0.0.1:1/none';
  await assert.rejects(
    startService({ ...place.env, DATABASE_URL: unreachable, PORT: '0' }),
    /DATABASE_URL: connect ECONNREFUSED/,
  );
  await assert.rejects(startService({ ...place.env, PORT: 'often' }), /PORT must be a whole number from 0 to 65535/);
  await assert.rejects(
    startService({ ...place.env, PORT: '0', DATABASE_URL: 'mysql://x' }),
    /DATABASE_URL must begin with postgres/,
  );
  await assert.rejects(
    startService({ ...place.env, PORT: '0', WORKERS: '0' }),
    /WORKERS must be a whole number from 1 to 64/,
  );
  await assert.rejects(
    startService({ ...place.env, PORT: '0', REDIS_URL: 'redis://x' }),
    /REDIS_URL is for machines that share a database/,
  );
});

test('responds 503 while the database is down, and recovers', async () => {
  process.kill(await databasePid(place.env.DATA_DIR), 'SIGKILL');
  const statuses = new Set<number>();
  const deadline = Date.now() + 120_000;
  for (;;) {
    const answer = await fetch(`${service.url}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'a@example.com', password: 'any password' }),
    });
    statuses.add(answer.status);
    if (answer.status === 401 && statuses.size > 1) break;
    assert.ok(Date.now() < deadline, `statuses: ${[...statuses].join()}`);
    await sleep(5);
  }
  assert.deepEqual([...statuses].sort(), [401, 503]);
  assert.equal(service.process.exitCode, null);
});

test('answers running requests on a stop, and starts again with the same data', async () => {
  const client = createClient(service.url);
  const email = await openShop(client);
  const inFlight = Array.from({ length: 20 }, (_, index) =>
    client.post('/products', { sku: `P${index}`, name: 'In flight', price: 1 }),
  );
  const [done] = await Promise.all([Promise.allSettled(inFlight.slice(0, 5)), sleep(20)]);
  assert.ok(done.every(({ status }) => status === 'fulfilled'));
  const ended = exitOf(service.process);
  service.process.kill('SIGTERM');
  assert.equal(await ended, 0, service.output());
  service = await startService(place.env);
  // The client repeats interrupted requests with their keys, so each product exists once.
  await Promise.all(inFlight);
  const again = createClient(service.url);
  await again.signIn({ email, password: 'demo shop password' });
  assert.equal((await again.get('/products?limit=100')).meta.total, 20);
});

test('answers a slow request after Ctrl-C, which npm sends twice', async () => {
  await service.stop();
  // A hash of this size takes longer than the idle time after which connections are closed. On a busy machine, it takes
  // longer than the default time limit of requests.
  const env = { ...process.env, ...place.env, PASSWORD_HASH_MEMORY_KIB: '524288', REQUEST_STOP_SECONDS: '120' };
  // A separate process group, as a terminal creates and signals it.
  const npm = spawn('npm', ['start'], { cwd: new URL('../..', import.meta.url), env, stdio: 'ignore', detached: true });
  const ended = exitOf(npm);
  while (!(await isReady(service.url))) await sleep(20);
  const headers = { 'content-type': 'application/json' };
  const registration = request(`${service.url}/api/v1/auth/register`, { method: 'POST', headers });
  const response = once(registration, 'response');
  registration.end(JSON.stringify({ email: 'slow@example.com', password: 'a slow password', name: 'Slow' }));
  await once(registration, 'finish');
  // Connections are accepted in order: after a response on a later one, the service has started the earlier request.
  assert.ok(await isReady(service.url));
  process.kill(-(npm.pid ?? Number.NaN), 'SIGINT');
  const [answer] = await response;
  assert.equal(answer.statusCode, 201);
  answer.resume();
  assert.equal(await ended, 0);
  service = await startService({ ...place.env, NODE_OPTIONS: `--import ${failOnSignal}` });
});

test('writes no secret to the log', () => {
  assert.doesNotMatch(service.output(), /demo shop password|eyJ|\$argon2|parsedStatements/);
});

test('stops in order after an internal error, and exits with 1', async () => {
  const ended = exitOf(service.process);
  service.process.kill('SIGUSR2');
  assert.equal(await ended, 1);
  assert.match(service.output(), /^Tillhouse stops because of an internal error: Error: planted\n {4}at /m);
  await assert.rejects(databasePid(place.env.DATA_DIR), 'the database has stopped');
});
