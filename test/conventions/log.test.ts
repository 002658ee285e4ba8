import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { pino } from 'pino';
import { createLog } from '../../server/src/log.ts';
import { createCaller } from '../caller.ts';
import { aShop, aStaffMember } from '../shop.ts';
import { createTestApp } from '../test-app.ts';
import { sampleOf } from './sample.ts';

/** Everything that the service says, at its most talkative, through its own log. */
let said = '';
const write = (line: string): boolean => {
  said += line;
  return true;
};
const out = Object.assign(Object.create(process.stdout), { isTTY: false, write });
const app = await createTestApp({ logger: createLog('trace', out as unknown as NodeJS.WriteStream) as pino.Logger });
const shop = await aShop(app);
const port = Number(new URL(await app.fastify.listen({ host: '127.0.0.1', port: 0 })).port);

/** Words that stand nowhere but where they were put. */
const marks: string[] = [];
const mark = (what: string): string => {
  const made = `kanari${what}${randomBytes(6).toString('hex')}`;
  marks.push(made);
  return made;
};
/** Secrets that the service generated. */
const secrets: string[] = [];

const told = (words: readonly string[], by = said) => words.filter((word) => by.includes(word));

/** Every string of it marked. */
function marked(value: unknown): unknown {
  if (typeof value === 'string') return value.length > 20 || /^[\w.-]*$/.test(value) ? mark('body') : value;
  if (Array.isArray(value)) return value.map(marked);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, marked(one)]));
  return value;
}

test('no password, token, cookie, header, query or body of any route is in the log', async () => {
  const password = mark('password');
  const person = { email: `${mark('mail')}@example.com`, password, name: mark('name') };
  assert.equal((await app.anonymous.post('/auth/register', person)).status, 201);
  const { access_token, refresh_token } = (await app.anonymous.post('/auth/login', person)).body.data;
  const renewed = await app.anonymous.post('/auth/refresh', { refresh_token, rotate: true });
  const hook = await shop.owner.post('/webhooks', { url: `https://hooks.example/${mark('path')}`, events: ['*'] });
  secrets.push(access_token, refresh_token, renewed.body.data.access_token, renewed.body.data.refresh_token);
  assert.equal(hook.status, 201, hook.text);
  secrets.push(hook.body.data.secret);
  secrets.push(String(shop.owner.headers.authorization).slice('Bearer '.length));
  await app.anonymous.post('/auth/login', { ...person, password: mark('guess') });
  await app.anonymous.post('/auth/login', `{"password": "${mark('half')}`);

  let asked = 0;
  for (const { method, url, schema } of app.routes) {
    if (/\/events\/stream|\/auth\/(logout|sessions)$|^\/docs/.test(url)) continue;
    for (const one of [method].flat().filter((name) => name !== 'OPTIONS' && name !== 'HEAD')) {
      const body = (schema as { body?: object } | undefined)?.body;
      const path = url.replace(/:\w+/g, shop.merchant_id).replace('*', 'nothing');
      for (const authorization of [`Bearer ${mark('bearer')}`, shop.owner.headers.authorization ?? '']) {
        const headers = {
          authorization,
          cookie: `session=${mark('cookie')}`,
          'x-odd': mark('header'),
          'user-agent': mark('agent'),
        };
        const payload = body === undefined || one === 'GET' ? {} : { payload: marked(sampleOf(body)) as object };
        const known = `search=${mark('query')}&last_event_id=${mark('place')}&signature=${mark('signature')}`;
        await app.fastify.inject({ method: one as 'GET', url: `${path}?${known}`, headers, ...payload });
        asked += 1;
      }
    }
  }
  assert.ok(asked > 150 && marks.length > 1_000, `${asked} requests, ${marks.length} marks`);
  assert.ok(said.split('\n').length > asked, 'each request is a line');
  assert.deepEqual(told([...marks, ...secrets]), []);
});

test('logs no secret of malformed requests and addresses', async () => {
  for (const bytes of [
    `${mark('raw')}\r\n\r\n`,
    `GET /api/v1/auth/me HTTP/1.1\r\nCookie: ${mark('cookie')}\r\nX: \u0001\r\n\r\n`,
  ]) {
    const socket = connect(port, '127.0.0.1');
    socket.write(bytes);
    assert.match(await text(socket), /^HTTP\/1\.1 400/);
  }
  await app.fastify.inject({ method: 'GET', url: `/api/v1/branches/%zz?q=${mark('query')}` });
  assert.deepEqual(told(marks), []);
});

test('logs no values from errors of the database', async () => {
  const faults: [string, string, string][] = [
    // A row that breaks a constraint is quoted as a detail; a value that is none, in the message itself.
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
  for (const [title, plant, mend] of faults) {
    const before = said.length;
    await app.admin.query(plant);
    const body = { name: mark('name'), address: mark('address'), email: `${mark('mail')}@example.com` };
    // Not by the application's own caller, which fails the test at a failure of ours.
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/customers`, {
      method: 'POST',
      headers: { ...shop.owner.headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const answered = await answer.text();
    await app.admin.query(mend);
    assert.equal(answer.status, 500, `${title}: ${answered}`);
    assert.match(said.slice(before), /unforeseen failure/, title);
    assert.deepEqual([told(marks), told(marks, answered)], [[], []], `${title}: ${said.slice(before)}`);
  }
  assert.ok(app.fastify.server.listening);
});

test('logs user and address of rejected requests only', async () => {
  const cashier = await aStaffMember(shop, 'cashier');
  const { id } = (await cashier.get('/auth/me')).body.data;
  const lineOf = async (ask: () => Promise<unknown>) => {
    const before = said.length;
    await ask();
    const line = said
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
  const wrong = () => app.anonymous.post('/auth/login', { email: 'nobody@example.com', password: 'not this one' });
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
  careless.fastify.log.info({ body: { password: 'kanariplanted' } }, 'heard');
  const caller = createCaller(careless.fastify, { authorization: 'Bearer kanarishown' });
  await caller.get('/auth/me');
  assert.deepEqual(told(['kanariplanted', 'kanarishown'], lines.join('')), ['kanariplanted']);
});
