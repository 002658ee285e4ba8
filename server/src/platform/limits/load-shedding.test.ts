import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, test } from 'node:test';
import Fastify from 'fastify';
import { aShop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { until } from '../../../../test/until.ts';
import type { App } from '../context/app.ts';
import { registerErrors } from '../http/errors.ts';
import { registerLoadShedding } from './load-shedding.ts';

const app = await createTestApp();

const burst = 100;
const sustained = 72;
const total = 240;

async function anApp() {
  const gate = Promise.withResolvers<void>();
  const url = await listening((app) => {
    app.get('/', async () => gate.promise.then(() => ({ success: true })));
    app.post('/', async () => ({ success: true }));
  });
  return { url, gate };
}

/** An app whose requests wait behind the gate before they are authenticated. */
async function anAppThatAuthenticates() {
  const gate = Promise.withResolvers<void>();
  let waiting = 0;
  const url = await listening((app) => {
    app.addHook('onRequest', async () => {
      waiting += 1;
      await gate.promise;
    });
    app.get('/', async () => ({ success: true }));
  });
  return { url, gate, waiting: () => waiting };
}

/** @returns the address of an app with load shedding and these routes */
async function listening(addRoutes: (app: App) => void): Promise<string> {
  const app = Fastify() as unknown as App;
  registerErrors(app);
  registerLoadShedding(app);
  addRoutes(app);
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  after(() => {
    app.server.closeAllConnections();
    return app.close();
  });
  return url;
}

/**
 * Sends `count` requests at once: some wait behind the gate, the others are rejected.
 * @returns all and the rejected ones
 */
async function flood(url: string, count: number) {
  const rejected: Response[] = [];
  let answered = 0;
  const requests = Array.from({ length: count }, () =>
    fetch(url).then((answer) => {
      answered += 1;
      if (answer.status === 503) rejected.push(answer);
      return answer;
    }),
  );
  return { requests, rejected, answered: () => answered };
}

test('rejects requests under overload with Retry-After, and accepts all requests afterwards', async () => {
  const { url, gate } = await anApp();
  const { requests, rejected } = await flood(url, total);
  // Rejected requests are answered while the others wait. At most `burst` wait; fewer if the requests arrive slowly.
  await until(() => rejected.length >= total - burst);
  gate.resolve();
  const answers = await Promise.all(requests);
  const served = answers.filter(({ ok }) => ok).length;
  assert.equal(served + rejected.length, total);
  assert.ok(served >= sustained && served <= burst, `${served} were served`);
  for (const answer of rejected) {
    assert.ok(['1', '2', '3'].includes(answer.headers.get('retry-after') ?? ''));
    assert.equal(((await answer.json()) as { error: { code: string } }).error.code, 'UNAVAILABLE');
  }
  assert.equal((await fetch(url)).status, 200);
});

test('admits the burst limit only for a short time', async () => {
  const { url, gate } = await anApp();
  const first = await flood(url, sustained);
  const probe = () => fetch(url, { method: 'POST' }).then(({ status }) => status);
  // At first the burst limit applies, later the sustained limit, which is exceeded.
  await until(async () => (await probe()) === 503);
  assert.equal(first.answered(), 0);
  gate.resolve();
  assert.ok((await Promise.all(first.requests)).every(({ ok }) => ok));
  assert.equal(await probe(), 200);
});

test('does not count clients that send slowly', async () => {
  const { url } = await anApp();
  const head = 'POST / HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{';
  const slow = await Promise.all(
    Array.from({ length: total }, async () => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1');
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      socket.write(head);
      return socket;
    }),
  );
  const answer = await fetch(url, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } });
  assert.equal(answer.status, 200);
  for (const socket of slow) socket.destroy();
});

test('unauthenticated requests of one credential do not block other credentials', async () => {
  const { url, gate, waiting } = await anAppThatAuthenticates();
  const send = (token: string) => fetch(url, { headers: { authorization: token } }).then(({ status }) => status);
  // Ten users of a merchant, each with more requests than may wait.
  const tokens = Array.from({ length: 10 }, (_, user) => `Bearer user-${user}`);
  const flood = tokens.flatMap((token) => Array.from({ length: burst + 10 }, () => send(token)));
  await until(() => waiting() >= 10 * burst);
  const neighbour = send('Bearer neighbour');
  const isAdmitted = until(() => waiting() === 10 * burst + 1).then(() => 'admitted');
  assert.equal(await Promise.race([neighbour, isAdmitted]), 'admitted');
  gate.resolve();
  await Promise.all([neighbour, ...flood]);
});

test('rejects requests of too many credentials that wait to be authenticated', async () => {
  const { url, gate, waiting } = await anAppThatAuthenticates();
  const send = (token: string) => fetch(url, { headers: { authorization: token } }).then(({ status }) => status);
  const requests = Array.from({ length: 400 }, (_, user) => send(`Bearer user-${user}`));
  await until(() => waiting() === 400);
  assert.equal(await send('Bearer one too many'), 503);
  gate.resolve();
  // After the authentication some of them are rejected by the limit, and none waits before it.
  await Promise.all(requests);
  assert.equal(await send('Bearer one more'), 200);
});

test('serves sixty-four concurrent requests, and does not run the rejected ones of a thousand', async () => {
  const shop = await aShop(app);
  const burst = (count: number, name: string) =>
    Promise.all(Array.from({ length: count }, (_, at) => shop.owner.post('/customers', { name: `${name} ${at}` })));
  assert.deepEqual(new Set((await burst(64, 'few')).map(({ status }) => status)), new Set([201]));
  const many = await burst(1_000, 'many');
  const done = many.filter(({ status }) => status === 201).length;
  // By the merchant's share, or by load shedding.
  const rejected = many.filter(({ status }) => status === 429 || status === 503).length;
  assert.equal(done + rejected, 1_000);
  assert.ok(rejected > 0 && done >= 100, `${rejected} of 1000 rejected`);
  const { rows } = await app.admin.query<{ count: number }>(
    `select count(*)::int from customers where name like 'many %'`,
  );
  assert.equal(rows[0]?.count, done);
  assert.equal((await app.fastify.inject('/health/live')).statusCode, 200);
});
