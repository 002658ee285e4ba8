import assert from 'node:assert/strict';
import { type AddressInfo, connect } from 'node:net';
import { test } from 'node:test';
import { createCaller } from '../../../../test/caller.ts';
import { aCustomer, aShop, aStaffMember, forgetEvents, type Shop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const app = await createTestApp();
const address = await app.fastify.listen({ host: '127.0.0.1', port: 0 });

interface Message {
  id?: string;
  event?: string;
  data?: string;
}

/** Opens a stream and parses it without a library. */
async function open(
  shop: Shop,
  { query = '', headers = {} }: { query?: string; headers?: Record<string, string> } = {},
) {
  const end = new AbortController();
  const url = `${address}/api/v1/events/stream${query}`;
  const response = await fetch(url, { headers: { ...shop.owner.headers, ...headers }, signal: end.signal });
  async function* read(): AsyncGenerator<Message> {
    let text = '';
    for await (const chunk of (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
      const blocks = (text + chunk).split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks)
        yield Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2)));
    }
  }
  const messages = read();
  const next = async (): Promise<Message> => (await messages.next()).value ?? {};
  return { response, next, close: () => end.abort() };
}

test('streams new events in the format of the feed, one per line', async () => {
  const shop = await aShop(app);
  const stream = await open(shop, { headers: { origin: 'https://till.example' } });
  const { headers } = stream.response;
  assert.deepEqual(
    ['content-type', 'cache-control', 'x-accel-buffering', 'access-control-allow-origin'].map((name) =>
      headers.get(name),
    ),
    ['text/event-stream; charset=utf-8', 'no-store', 'no', '*'],
  );
  const { id: start = '' } = await stream.next();
  const customer = await aCustomer(shop, { name: 'Two\nlines' });
  const message = await stream.next();
  const { body } = await shop.owner.get(`/events?after=${start}`);
  assert.equal(message.event, 'customer.created');
  assert.equal(message.id, String(body.data[0].sequence));
  assert.deepEqual(JSON.parse(message.data ?? ''), body.data[0]);
  assert.equal(body.data[0].subject_id, customer.id);
  stream.close();
});

test('resumes after the last id, by header or query, with the requested types only', async () => {
  const shop = await aShop(app);
  const first = await aCustomer(shop);
  await shop.owner.delete(`/customers/${first.id}`);
  const last = await aCustomer(shop);
  const subjectOf = async (stream: Awaited<ReturnType<typeof open>>) =>
    JSON.parse((await stream.next()).data ?? '').subject_id;
  for (const options of [
    { headers: { 'last-event-id': '0' } },
    { query: '?last_event_id=0' },
    { query: '?lastEventId=0' },
  ]) {
    const query = `${options.query ?? ''}${options.query === undefined ? '?' : '&'}types=customer.created`;
    const stream = await open(shop, { ...options, query });
    assert.equal((await stream.next()).id, '0');
    assert.deepEqual([await subjectOf(stream), await subjectOf(stream)], [first.id, last.id]);
    stream.close();
  }
});

test('rejects an invalid position or a missing permission before the stream starts', async () => {
  const shop = await aShop(app);
  const wrong: [string, string, string][] = [
    ['last_event_id=1000000', 'last_event_id', 'INVALID_STATE'],
    ['lastEventId=1000000', 'lastEventId', 'INVALID_STATE'],
    ['last_event_id=x', 'last_event_id', 'VALIDATION_ERROR'],
    ['types=nothing', 'types', 'VALIDATION_ERROR'],
  ];
  for (const [query, field, code] of wrong) {
    const answer = await shop.owner.get(`/events/stream?${query}`);
    assert.deepEqual(
      [answer.status, answer.body.error.code, answer.body.error.details[0].field],
      [422, code, field],
      query,
    );
  }
  const header = await shop.owner.get('/events/stream', { 'last-event-id': '1000000' });
  assert.deepEqual([header.status, header.body.error.details[0].field], [422, 'Last-Event-ID']);
  assert.equal((await (await aStaffMember(shop, 'cashier')).get('/events/stream')).status, 403);
});

test('allows ten streams per user, and one more when one is closed', async () => {
  const shop = await aShop(app);
  const streams = [];
  for (let count = 0; count < 10; count += 1) streams.push(await open(shop));
  const refused = await open(shop);
  assert.equal(refused.response.status, 429);
  assert.ok(Number(refused.response.headers.get('retry-after')) > 0);
  for (const stream of streams) stream.close();
  for (;;) {
    const again = await open(shop);
    again.close();
    if (again.response.status === 200) break;
  }
});

test('delivers every event once and in order to readers that reconnect, with eight concurrent writers', async () => {
  const shop = await aShop(app);
  const writers = Array.from({ length: 8 }, async (_, writer) => {
    for (let turn = 0; turn < 15; turn += 1) await aCustomer(shop, { name: `${writer}-${turn}` });
  });
  const reader = async (perConnection: number) => {
    const seen: number[] = [];
    for (let position = '0'; seen.length < 120; ) {
      const stream = await open(shop, { query: `?last_event_id=${position}&types=customer.created` });
      await stream.next();
      for (let count = 0; count < perConnection && seen.length < 120; count += 1) {
        const { id = '', data } = await stream.next();
        position = id;
        if (data !== undefined) seen.push(JSON.parse(data).sequence);
      }
      stream.close();
    }
    return seen;
  };
  const readers = Promise.all([reader(1_000), reader(7), reader(13)]);
  await Promise.all(writers);
  const received = await readers;
  const { rows } = await app.admin.query<{ sequence: string }>(
    `select sequence from events where merchant_id = $1 and type = 'customer.created' order by sequence`,
    [shop.merchant_id],
  );
  for (const seen of received)
    assert.deepEqual(
      seen,
      rows.map(({ sequence }) => Number(sequence)),
    );
});

test('ends the stream when the session ends or the permission is removed', async () => {
  const shop = await aShop(app);
  const manager = await aStaffMember(shop, 'manager');
  const streams = [await open(shop, { headers: manager.headers }), await open(shop)];
  for (const stream of streams) assert.ok((await stream.next()).id);
  const { id } = (await manager.get('/auth/me')).body.data;
  await shop.owner.put(`/staff/${id}`, { role: 'cashier' });
  const another = await aStaffMember(shop, 'manager');
  await shop.owner.post('/auth/logout');
  await aCustomer({ ...shop, owner: another });
  for (const stream of streams) assert.deepEqual((await readToEnd(stream)).includes('customer.created'), false);
});

const readToEnd = async (stream: { next(): Promise<Message> }): Promise<(string | undefined)[]> => {
  const message = await stream.next();
  return message.id === undefined ? [] : [message.event, ...(await readToEnd(stream))];
};

test('ends the stream of an API key when the key is deleted', async () => {
  const shop = await aShop(app);
  const { id, key } = (await shop.owner.post('/api-keys', { name: 'Books', permissions: ['events:read'] })).body.data;
  const stream = await open({ ...shop, owner: createCaller(app.fastify, { authorization: `Bearer ${key}` }) });
  await stream.next();
  const customer = await aCustomer(shop);
  assert.equal(JSON.parse((await stream.next()).data ?? '').subject_id, customer.id);
  assert.equal((await shop.owner.delete(`/api-keys/${id}`)).status, 200);
  await aCustomer(shop);
  assert.deepEqual(await stream.next(), {});
});

test('finds events of other processes by polling', async () => {
  const shop = await aShop(app);
  const stream = await open(shop);
  const { id: position = '' } = await stream.next();
  const at = '019cadaa-0000-7000-8000-00000000000a';
  await app.admin.query(
    `insert into events (merchant_id, id, type, subject_id, payload, created_at) values ($1, $2, 'customer.created', $2, '{}', now())`,
    [shop.merchant_id, at],
  );
  assert.equal((await stream.next()).id, String(BigInt(position) + 1n));
  stream.close();
  await forgetEvents(shop);
});

test('a client that does not read uses one page of memory, is disconnected, and does not affect others', async () => {
  const shop = await aShop(app);
  await app.admin.query(
    `insert into events (merchant_id, id, type, subject_id, payload, created_at)
     select $1, gen_random_uuid(), 'customer.created', $1, json_build_object('x', repeat('x', 20000)), now() from generate_series(1, 2500)`,
    [shop.merchant_id],
  );
  await shop.owner.get('/events?limit=1');
  app.fastify.server.setTimeout(1_500);
  const { port } = app.fastify.server.address() as AddressInfo;
  const before = process.memoryUsage().rss;
  let connected = 5;
  const allDisconnected = new Promise<void>((resolve) => {
    app.fastify.server.on('connection', (serverSocket) => {
      const { remotePort } = serverSocket;
      serverSocket.once('close', () => {
        if (idle.some(({ localPort }) => localPort === remotePort) && --connected === 0) resolve();
      });
    });
  });
  const idle = Array.from({ length: connected }, () => {
    const socket = connect({ host: '127.0.0.1', port }).pause();
    const lines = [
      'GET /api/v1/events/stream?last_event_id=0 HTTP/1.1',
      'host: x',
      `authorization: ${shop.owner.headers.authorization}`,
    ];
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    return socket;
  });
  const stream = await open(shop, { query: '?last_event_id=0' });
  for (let count = 0; count < 2_500; count += 1) assert.ok((await stream.next()).id);
  stream.close();
  // Each client has 50 MB to receive.
  assert.ok(
    process.memoryUsage().rss - before < 150_000_000,
    `${Math.round((process.memoryUsage().rss - before) / 1e6)} MB more`,
  );
  await allDisconnected;
  app.fastify.server.setTimeout(60_000);
  for (const socket of idle) socket.destroy();
  await forgetEvents(shop);
});
