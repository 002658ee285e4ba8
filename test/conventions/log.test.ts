import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { pino } from 'pino';
import { createLog } from '../../server/src/platform/telemetry/log.ts';
import { createCaller } from '../caller.ts';
import { aShop, aStaffMember } from '../shop.ts';
import { createTestApp } from '../test-app.ts';
import { sampleOf } from './sample.ts';

/** The output of the service's own log at the level `trace`. */
let logged = '';
const write = (line: string): boolean => {
  logged += line;
  return true;
};
const out = Object.assign(Object.create(process.stdout), { isTTY: false, write });
const app = await createTestApp({ logger: createLog('trace', out as unknown as NodeJS.WriteStream) as pino.Logger });
const shop = await aShop(app);
const port = Number(new URL(await app.fastify.listen({ host: '127.0.0.1', port: 0 })).port);

/** Unique words, which appear only where a test puts them. */
const canaries: string[] = [];
const canary = (what: string): string => {
  const word = `kanari${what}${randomBytes(6).toString('hex')}`;
  canaries.push(word);
  return word;
};
/** Secrets that the service generated. */
const secrets: string[] = [];

const leakedIn = (words: readonly string[], output = logged) => words.filter((word) => output.includes(word));

/** A copy of a value with its strings replaced by canaries. */
function withCanaries(value: unknown): unknown {
  if (typeof value === 'string') return value.length > 20 || /^[\w.-]*$/.test(value) ? canary('body') : value;
  if (Array.isArray(value)) return value.map(withCanaries);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withCanaries(one)]));
  return value;
}

test('no password, token, cookie, header, query or body of any route is in the log', async () => {
  const password = canary('password');
  const person = { email: `${canary('mail')}@example.com`, password, name: canary('name') };
  assert.equal((await app.anonymous.post('/auth/register', person)).status, 201);
  const { access_token, refresh_token } = (await app.anonymous.post('/auth/login', person)).body.data;
  const renewed = await app.anonymous.post('/auth/refresh', { refresh_token, rotate: true });
  const hook = await shop.owner.post('/webhooks', { url: `https://hooks.example/${canary('path')}`, events: ['*'] });
  secrets.push(access_token, refresh_token, renewed.body.data.access_token, renewed.body.data.refresh_token);
  assert.equal(hook.status, 201, hook.text);
  secrets.push(hook.body.data.secret);
  secrets.push(String(shop.owner.headers.authorization).slice('Bearer '.length));
  await app.anonymous.post('/auth/login', { ...person, password: canary('guess') });
  await app.anonymous.post('/auth/login', `{"password": "${canary('half')}`);

  let requests = 0;
  for (const { method, url, schema } of app.routes) {
    if (/\/events\/stream|\/auth\/(logout|sessions)$|^\/docs/.test(url)) continue;
    for (const one of [method].flat().filter((name) => name !== 'OPTIONS' && name !== 'HEAD')) {
      const body = (schema as { body?: object } | undefined)?.body;
      const path = url.replace(/:\w+/g, shop.merchant_id).replace('*', 'nothing');
      for (const authorization of [`Bearer ${canary('bearer')}`, shop.owner.headers.authorization ?? '']) {
        const headers = {
          authorization,
          cookie: `session=${canary('cookie')}`,
          'x-odd': canary('header'),
          'user-agent': canary('agent'),
        };
        const payload = body === undefined || one === 'GET' ? {} : { payload: withCanaries(sampleOf(body)) as object };
        const known = `search=${canary('query')}&last_event_id=${canary('place')}&signature=${canary('signature')}`;
        await app.fastify.inject({ method: one as 'GET', url: `${path}?${known}`, headers, ...payload });
        requests += 1;
      }
    }
  }
  assert.ok(requests > 150 && canaries.length > 1_000, `${requests} requests, ${canaries.length} canaries`);
  assert.ok(logged.split('\n').length > requests, 'each request has a line');
  assert.deepEqual(leakedIn([...canaries, ...secrets]), []);
});

test('logs no secret of malformed requests and addresses', async () => {
  for (const bytes of [
    `${canary('raw')}\r\n\r\n`,
    `GET /api/v1/auth/me HTTP/1.1\r\nCookie: ${canary('cookie')}\r\nX: \u0001\r\n\r\n`,
  ]) {
    const socket = connect(port, '127.0.0.1');
    socket.write(bytes);
    assert.match(await text(socket), /^HTTP\/1\.1 400/);
  }
  await app.fastify.inject({ method: 'GET', url: `/api/v1/branches/%zz?q=${canary('query')}` });
  assert.deepEqual(leakedIn(canaries), []);
});

test('logs no values from errors of the database', async () => {
  const faults: [string, string, string][] = [
    // PostgreSQL puts a row that violates a constraint into the detail, and an invalid value into the message.
    [
      'a row',
      'alter table customers add constraint odd check (address is null)',
      'alter table customers drop constraint odd',
    ],
    [
      'a value',
      'alter table customers add constraint odd check (address::int > 0)',
      'alter table customers drop constraint odd',
    ],
  ];
  for (const [title, plant, revert] of faults) {
    const before = logged.length;
    await app.admin.query(plant);
    const body = { name: canary('name'), address: canary('address'), email: `${canary('mail')}@example.com` };
    // Sent over HTTP, because the test application treats a 500 as a failed test.
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/customers`, {
      method: 'POST',
      headers: { ...shop.owner.headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const responseText = await response.text();
    await app.admin.query(revert);
    assert.equal(response.status, 500, `${title}: ${responseText}`);
    assert.match(logged.slice(before), /unforeseen failure/, title);
    assert.deepEqual(
      [leakedIn(canaries), leakedIn(canaries, responseText)],
      [[], []],
      `${title}: ${logged.slice(before)}`,
    );
  }
  assert.ok(app.fastify.server.listening);
});

test('logs user and address of rejected requests only', async () => {
  const cashier = await aStaffMember(shop, 'cashier');
  const { id } = (await cashier.get('/auth/me')).body.data;
  const lineOf = async (send: () => Promise<unknown>) => {
    const before = logged.length;
    await send();
    const line = logged
      .slice(before)
      .split('\n')
      .find((one) => one.includes('"answered"'));
    const { address, user_id, status } = JSON.parse(line ?? '{}');
    return { address, user_id, status };
  };
  assert.deepEqual(await lineOf(() => cashier.get('/reports/inventory')), {
    address: '127.0.0.1',
    user_id: id,
    status: 403,
  });
  const wrong = () => app.anonymous.post('/auth/login', { email: 'unknown@example.com', password: 'not this one' });
  assert.deepEqual(await lineOf(wrong), { address: '127.0.0.1', user_id: undefined, status: 401 });
  assert.deepEqual(await lineOf(() => cashier.get('/auth/me')), {
    address: undefined,
    user_id: undefined,
    status: 200,
  });
});

test('notices a secret in the log', async () => {
  const lines: string[] = [];
  const logger = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const careless = await createTestApp({ logger });
  careless.fastify.log.info({ body: { password: 'kanariplanted' } }, 'a careless line');
  const caller = createCaller(careless.fastify, { authorization: 'Bearer kanarishown' });
  await caller.get('/auth/me');
  assert.deepEqual(leakedIn(['kanariplanted', 'kanarishown'], lines.join('')), ['kanariplanted']);
});
