import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestApp } from '../../test/test-app.ts';
import { until } from '../../test/until.ts';
import { createClient, TillhouseError } from './client.ts';
import { readMessages } from './server-sent-rules.ts';

const app = await createTestApp();
const baseUrl = await app.fastify.listen({ host: '127.0.0.1', port: 0 });

test('follows events from a position, across lost connections', async () => {
  let connections = 0;
  const unreliable: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    if (!String(input).includes('/events/stream') || ++connections > 2) return response;
    // The connection breaks in the middle of a message.
    const { value = new Uint8Array() } = (await response.body?.getReader().read()) ?? {};
    return new Response(value.slice(0, -5), { status: 200 });
  };
  const waits: number[] = [];
  const wait = async (ms: number) => void waits.push(ms);
  const till = createClient({ baseUrl, fetch: unreliable, wait });
  const person = { email: 'follower@example.com', password: 'a good long password' };
  await till.register({ body: { ...person, name: 'Fay' } });
  await till.signIn(person);
  const names = ['One', 'Two', 'Three'];
  for (const name of names) await till.createCustomer({ body: { name } });
  const received: unknown[] = [];
  for await (const event of till.events({ after: 0, types: ['customer.*'] })) {
    received.push(event.data.name);
    if (received.length === 3) break;
  }
  assert.deepEqual(received, names);
  assert.equal(connections, 3);
  assert.ok(waits.length === 2 && waits.every((ms) => ms >= 500 && ms <= 1_500), String(waits));
  const end = new AbortController();
  const waiting = till.events({ signal: end.signal }).next();
  end.abort();
  await assert.rejects(waiting, { name: 'AbortError' });
  await assert.rejects(
    till.events({ after: 1_000 }).next(),
    (error: unknown) => error instanceof TillhouseError && error.code === 'INVALID_STATE',
  );
});

test('reports when the stream opens and when it is lost', async () => {
  const states: boolean[] = [];
  let connections = 0;
  const wire: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    if (!String(input).includes('/events/stream') || ++connections > 1) return response;
    await response.body?.cancel();
    return new Response('retry: 2000\n\n', { status: 200 });
  };
  const till = createClient({ baseUrl, fetch: wire, wait: async () => undefined });
  const person = { email: 'watcher@example.com', password: 'a good long password' };
  await till.register({ body: { ...person, name: 'Wes' } });
  await till.signIn(person);
  const events = till.events({ onConnection: (isOpen) => states.push(isOpen) });
  const first = events.next();
  await until(() => states.length >= 3);
  await till.createCustomer({ body: { name: 'One' } });
  assert.equal((await first).value?.type, 'customer.created');
  assert.deepEqual(states, [true, false, true]);
  await till.signOut();
  await assert.rejects(events.next(), (error: unknown) => error instanceof TillhouseError && error.status === 401);
  assert.deepEqual(states, [true, false, true, false, false]);
});

test('parses messages from chunks of any size', async () => {
  const text = 'retry: 2000\nid: 4\n\nid: 5\nevent: a\ndata: {"ü":1}\n\n: still here\nid: 9\n\nid: 10\ndata: cut';
  const bytes = new TextEncoder().encode(text);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const byte of bytes) controller.enqueue(new Uint8Array([byte]));
      controller.close();
    },
  });
  const messages = [];
  for await (const message of readMessages(body, () => undefined)) messages.push(message);
  assert.deepEqual(messages, [{ id: '4' }, { id: '5', data: '{"ü":1}' }, { id: '9' }]);
});
