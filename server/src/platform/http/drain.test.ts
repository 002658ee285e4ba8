import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { pino } from 'pino';
import { aShop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { until } from '../../../../test/until.ts';
import { cutOffWarning } from './drain.ts';

const app = await createTestApp();
const { port } = new URL(await app.fastify.listen({ host: '127.0.0.1', port: 0 }));

const body = JSON.stringify({ email: 'unknown@example.com', password: 'a good long password' });
const login = `POST /api/v1/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;

test('answers a request that arrives on an open connection while the service stops, and closes the connection', async () => {
  const socket = connect(Number(port), '127.0.0.1');
  let received = '';
  socket.setEncoding('utf8').on('data', (text: string) => (received += text));
  const ended = new Promise((resolve) => socket.once('close', resolve));
  const requestStarted = new Promise((resolve) => app.fastify.server.once('request', resolve));
  socket.write(login.slice(0, -1));
  await requestStarted;
  const drained = app.fastify.drain();
  socket.write(login.slice(-1));
  // The second request arrives when the service is already stopping.
  socket.write(login);
  await Promise.all([drained, ended]);
  const answers = received.split(/(?=HTTP\/1\.1 )/);
  assert.match(answers.at(-1) ?? '', /connection: close/i);
  for (const answer of answers) {
    assert.match(answer, /^HTTP\/1\.1 401 /);
    assert.match(answer, /"code":"INVALID_CREDENTIALS"/);
  }
});

test('a stream of events opened while the service stops does not delay the stop', async () => {
  const lines: string[] = [];
  const logger = pino({ base: null }, { write: (line: string) => void lines.push(line) });
  const stopped = await createTestApp({ logger });
  const { owner } = await aShop(stopped);
  const socket = connect(
    Number(new URL(await stopped.fastify.listen({ host: '127.0.0.1', port: 0 })).port),
    '127.0.0.1',
  );
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const requestStarted = new Promise((resolve) => stopped.fastify.server.once('request', resolve));
  // The request is authenticated when the service is already stopping.
  const blocking = await stopped.admin.connect();
  await blocking.query('begin');
  await blocking.query('lock table memberships');
  socket.write(
    `GET /api/v1/events/stream HTTP/1.1\r\nhost: x\r\nauthorization: ${owner.headers.authorization}\r\n\r\n`,
  );
  await requestStarted;
  const drained = stopped.fastify.drain();
  await blocking.query('commit');
  blocking.release();
  await Promise.all([drained, closed]);
  assert.ok(!lines.some((line) => line.includes(cutOffWarning)), 'the stream was cut off after ten seconds');
});

test('does not wait for a connection without a request, however long requests may take', async () => {
  const patientApp = await createTestApp({ env: { REQUEST_STOP_SECONDS: '3600' } });
  const socket = connect(
    Number(new URL(await patientApp.fastify.listen({ host: '127.0.0.1', port: 0 })).port),
    '127.0.0.1',
  );
  socket.on('error', () => undefined);
  const [received] = (await once(patientApp.fastify.server, 'connection')) as [Socket];
  // An incomplete request line, which is no request yet.
  socket.write('GET');
  await until(() => received.bytesRead === 3);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await Promise.all([patientApp.fastify.drain(), closed]);
});

test('cuts off a request that does not end in time, and logs it', async () => {
  const lines: string[] = [];
  const logger = pino({ base: null }, { write: (line: string) => void lines.push(line) });
  const impatientApp = await createTestApp({ logger, env: { REQUEST_STOP_SECONDS: '1' } });
  const socket = connect(
    Number(new URL(await impatientApp.fastify.listen({ host: '127.0.0.1', port: 0 })).port),
    '127.0.0.1',
  );
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const requestStarted = new Promise((resolve) => impatientApp.fastify.server.once('request', resolve));
  // Its last byte never arrives.
  socket.write(login.slice(0, -1));
  await requestStarted;
  await Promise.all([impatientApp.fastify.drain(), closed]);
  assert.ok(lines.some((line) => line.includes(cutOffWarning)));
});
