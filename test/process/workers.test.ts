import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '../../client/src/client.ts';
import { isReady, startService } from '../../demo/service.ts';
import { cutOffWarning } from '../../server/src/platform/http/drain.ts';
import { aReceiver } from '../receiver.ts';
import { until } from '../until.ts';
import { type Connection, connect } from './connection.ts';
import { databasePid } from './database-pid.ts';
import { aUsedPlace } from './place.ts';
import { testShared } from './shared-scenarios.ts';

/** Two workers on one embedded database. */

const place = await aUsedPlace();
const env = {
  ...place.env,
  WORKERS: '2',
  RATE_LIMIT_PER_MINUTE: '100000',
  WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8',
  REQUEST_STOP_SECONDS: '120',
};
let service = await startService(env);
const receiver = await aReceiver();
const open = new Set<Connection>();
after(async () => {
  for (const connection of open) connection.close();
  await service.stop();
  await receiver.close();
  await place.remove();
});

interface Line {
  worker?: number;
  request_id?: string;
  msg: string;
  level: number;
}
const log = (): Line[] =>
  service
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line));

/** Opens a connection, and finds in the log which worker answers on it. */
async function aConnection(): Promise<{ connection: Connection; worker: number }> {
  const connection = connect(service.url);
  open.add(connection);
  const { headers } = await connection.call('GET', '/health/live');
  const find = () => log().find(({ request_id }) => request_id === headers['x-request-id']);
  await until(() => find() !== undefined);
  return { connection, worker: find()?.worker ?? Number.NaN };
}

/** Opens connections to two different workers. */
async function aPair(): Promise<{ one: Connection; other: Connection; workers: number[] }> {
  const one = await aConnection();
  for (;;) {
    const other = await aConnection();
    if (other.worker !== one.worker)
      return { one: one.connection, other: other.connection, workers: [one.worker, other.worker] };
  }
}

/** The child processes of the service, except its database. */
async function workerPids(): Promise<number[]> {
  const pid = service.process.pid;
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ').map(Number);
  const database = await databasePid(env.DATA_DIR);
  return children.filter((child) => child !== database);
}

const isRunning = async (pid: number) =>
  !/^State:\s+[ZX]|^$/m.test(await readFile(`/proc/${pid}/status`, 'utf8').catch(() => ''));

const pair = await aPair();
testShared(() => pair);

const person = { email: 'reader@example.com', password: 'a good long password' };

test('streams and delivers events that another process commits', async () => {
  const client = createClient({ baseUrl: service.url });
  await client.register({ body: { ...person, name: 'Rita' } });
  await client.signIn(person);
  const { access_token: token } = (await pair.one.call('POST', '/api/v1/auth/login', { body: person })).body.data;
  await pair.one.call('POST', '/api/v1/webhooks', { token, body: { url: receiver.url } });
  const end = new AbortController();
  const seen: string[] = [];
  const following = (async () => {
    for await (const event of client.events({ after: 0, signal: end.signal })) seen.push(event.type);
  })().catch(() => undefined);
  for (const connection of [pair.one, pair.other])
    assert.equal((await connection.call('POST', '/api/v1/customers', { token, body: { name: 'Anna' } })).status, 201);
  await until(() => seen.filter((type) => type === 'customer.created').length >= 2);
  await until(() => receiver.received.length >= 2);
  end.abort();
  await following;
});

test('returns metrics of all processes', async () => {
  const before = await requestsIn(await pair.one.call('GET', '/metrics'));
  for (const connection of [pair.one, pair.other])
    for (let turn = 0; turn < 5; turn += 1) await connection.call('GET', '/health/live');
  for (const connection of [pair.one, pair.other]) {
    const metrics = await connection.call('GET', '/metrics');
    assert.equal(await requestsIn(metrics), before + 10);
    assert.match(metrics.body, /^tillhouse_workers 2$/m);
    assert.match(metrics.body, /^tillhouse_database_connections\{state="idle"\} \d+$/m);
  }
});

test('leaves a worker that does not answer out of the metrics, and says so', async () => {
  const [suspended = Number.NaN] = await workerPids();
  process.kill(suspended, 'SIGSTOP');
  const answers = [pair.one, pair.other].map((connection) => connection.call('GET', '/metrics'));
  try {
    const { status, body } = await Promise.race(answers);
    assert.equal(status, 200);
    assert.match(body, /^tillhouse_workers 1$/m);
  } finally {
    process.kill(suspended, 'SIGCONT');
  }
  for (const { status } of await Promise.all(answers)) assert.equal(status, 200);
});

const requestsIn = async ({ body }: { body: string }) =>
  Number(
    /^tillhouse_http_request_duration_seconds_count\{method="GET",route="\/health\/live",status="200"\} (\d+)$/m.exec(
      body,
    )?.[1],
  );

test('names an occupied port once and exits', async () => {
  const other = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  const other_env = { ...env, DATA_DIR: join(env.DATA_DIR, 'other'), PORT: String(port) };
  await assert.rejects(
    startService(other_env),
    ({ message }: Error) => message.match(/PORT \d+ is taken by another program/g)?.length === 1,
  );
  await assert.rejects(databasePid(other_env.DATA_DIR), /ENOENT/);
  other.close();
});

test('rejects more processes than the embedded database has connections for', async () => {
  await assert.rejects(
    startService({ ...env, PORT: '0', WORKERS: '64' }),
    /WORKERS is too many for the embedded database/,
  );
});

test('replaces a killed process; its requests succeed when repeated', async () => {
  const client = createClient({
    baseUrl: service.url,
    retry: { tries: Number.POSITIVE_INFINITY, total_ms: 300_000, longest_wait_ms: 200 },
  });
  await client.signIn(person);
  const { total: before } = (await client.listCustomers()).meta;
  let isWriting = true;
  let written = 0;
  const writers = Array.from({ length: 8 }, async (_, one) => {
    for (let turn = 0; isWriting; turn += 1, written += 1) {
      await client.createCustomer({ body: { name: `${one}-${turn}` } });
      // Eight writers at full speed would take the processor time that the next worker needs to start.
      await sleep(20);
    }
  });
  for (let round = 0; round < 2; round += 1) {
    const enough = written + 20;
    await until(() => written >= enough);
    const [killed = Number.NaN, remaining = Number.NaN] = await workerPids();
    process.kill(killed, 'SIGKILL');
    await until(async () => {
      const now = await workerPids();
      return now.length === 2 && !now.includes(killed) && now.includes(remaining);
    });
  }
  isWriting = false;
  await Promise.all(writers);
  assert.equal((await client.listCustomers()).meta.total, before + written);
  assert.ok(service.output().includes('a worker ended by itself; another takes its place'));
  // The replacements answer requests.
  const { workers } = await aPair();
  assert.ok(Math.max(...workers) > 2);
});

test('answers running requests on a stop, ends streams and processes, and exits with 0', async () => {
  const client = createClient({
    baseUrl: service.url,
    retry: { tries: Number.POSITIVE_INFINITY, total_ms: 300_000, longest_wait_ms: 200 },
  });
  await client.signIn(person);
  const end = new AbortController();
  const following = (async () => {
    for await (const _ of client.events({ after: 0, signal: end.signal }));
  })().catch(() => undefined);
  const inFlight = Array.from({ length: 20 }, (_, at) =>
    client.createProduct({ body: { sku: `W${at}`, name: 'In flight', price: 1 } }),
  );
  await Promise.all(inFlight.slice(0, 5));
  await until(async () => (await workerPids()).length === 2);
  const workers = await workerPids();
  assert.equal(await service.stop(), 0, service.output());
  assert.ok(!service.output().includes(cutOffWarning), 'streams delayed the stop');
  assert.deepEqual(await Promise.all(workers.map(isRunning)), [false, false]);
  service = await startService(env);
  await Promise.all(inFlight);
  assert.equal((await client.listProducts()).meta.total, 20);
  end.abort();
  await following;
});

test('leaves no child process when killed, and starts again with the same data', async () => {
  let orphans: number[] = [];
  await until(async () => {
    orphans = await workerPids();
    return orphans.length === 2;
  });
  const ended = new Promise((resolve) => service.process.once('exit', resolve));
  service.process.kill('SIGKILL');
  await ended;
  await until(async () => (await Promise.all(orphans.map(isRunning))).every((is) => !is));
  assert.equal(await isReady(service.url), false);
  service = await startService(env);
});
