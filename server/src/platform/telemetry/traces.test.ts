import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { aCollector, type ReceivedSpan } from '../../../../test/collector.ts';
import { aCustomer, aProduct, aShop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { createTelemetry } from './telemetry.ts';
import { startTraces } from './traces.ts';

const collector = await aCollector();
const log = { info: () => undefined, warn: () => undefined };
const traces = startTraces({ endpoint: collector.endpoint, share: 1, service: 'a test service', log });
const app = await createTestApp({ traces });
const shop = await aShop(app);
const product = await aProduct(shop, { stock: 1_000, name: 'Kanari seed' });
const customer = await aCustomer(shop);
after(() => collector.close());

const caller = { trace: '0af7651916cd43dd8448eb211c80319c', span: 'b7ad6b7169203331' };
const sale = {
  items: [{ product_id: product.id, quantity: 1 }],
  payment_method: 'cash',
  customer_id: customer.id,
  note: 'kanari note',
};
const sell = (traceparent?: string) =>
  shop.owner.post('/transactions', sale, {
    ...(traceparent && { traceparent }),
    tracestate: 'kanari=state',
    baggage: 'kanari=baggage',
  });

const [first, unsampled] = [
  await sell(`00-${caller.trace}-${caller.span}-01`),
  await sell(`00-${caller.trace}-${caller.span}-00`),
];
await Promise.all(Array.from({ length: 10 }, () => sell('no such thing')));
await shop.owner.get('/products?search=kanariword');
const missing = await shop.owner.get('/kanari/path');
await app.fastify.inject('/health/live');
await app.fastify.services.telemetry.job('sweeping', () =>
  app.database.reader(shop.merchant_id).many(sql`select id from branches`),
);
await assert.rejects(app.fastify.services.telemetry.job('failing', () => Promise.reject(new Error('kanari failure'))));
await assert.rejects(
  app.fastify.services.telemetry.job('asking', () =>
    app.database.reader(shop.merchant_id).many(sql`select ${'kanari text'}::int from branches`),
  ),
);
await traces.stop();

const spans = collector.spans();
const spanOf = (request: { headers: Record<string, unknown> }) => {
  const found = spans.find(({ attributes }) => attributes['tillhouse.request_id'] === request.headers['x-request-id']);
  assert.ok(found, 'the request has a span');
  return found;
};
const childrenOf = (parent: ReceivedSpan) =>
  spans.filter(({ traceId, parentSpanId }) => traceId === parent.traceId && parentSpanId === parent.spanId);
const [server, client] = [2, 3];

test('creates a span for a request in the trace of its client, with child spans for statements and waits', () => {
  const request = spanOf(first);
  const { traceId, parentSpanId, name, kind, attributes } = request;
  assert.deepEqual(
    { traceId, parentSpanId, name, kind },
    { traceId: caller.trace, parentSpanId: caller.span, name: 'POST /api/v1/transactions', kind: server },
  );
  assert.deepEqual(attributes, {
    'http.request.method': 'POST',
    'http.route': '/api/v1/transactions',
    'http.response.status_code': 201,
    'tillhouse.request_id': first.headers['x-request-id'],
  });
  const children = childrenOf(request);
  const statements = children.filter((span) => span.kind === client);
  for (const span of statements)
    assert.deepEqual(span.attributes, { 'db.system.name': 'postgresql', 'db.query.summary': span.name });
  const names = statements.map((span) => span.name);
  assert.ok(names.includes('begin') && names.includes('commit'), names.join());
  assert.ok(
    names.some((one) => /^(insert|update) \w+ \+\d+$/.test(one)),
    names.join(),
  );
  assert.equal(children.filter((span) => span.name === 'wait in queue sale').length, 1);
  for (const span of children)
    assert.ok(span.duration_ms >= 0 && span.duration_ms <= request.duration_ms + 1, span.name);
});

test('respects an unsampled trace, and starts a new one for an invalid traceparent', () => {
  assert.ok(!spans.some(({ attributes }) => attributes['tillhouse.request_id'] === unsampled.headers['x-request-id']));
  const own = spans.filter(({ name, traceId }) => name === 'POST /api/v1/transactions' && traceId !== caller.trace);
  assert.equal(own.length, 10);
  assert.equal(new Set(own.map(({ traceId }) => traceId)).size, 10);
  for (const { parentSpanId } of own) assert.equal(parentSpanId ?? '', '');
});

test('links a sale that shared a commit to the request that ran it', () => {
  const waits = spans.filter(({ name }) => name === 'wait in queue sale');
  assert.equal(waits.length, 11);
  const shared = waits.filter(({ links }) => links.length > 0);
  assert.ok(shared.length > 0, 'some sales shared a commit');
  for (const { links, attributes, traceId } of shared) {
    const [link] = links;
    assert.ok(Number(attributes['tillhouse.batch.size']) > 1);
    assert.notEqual(link?.traceId, traceId);
    assert.ok(spans.some((span) => span.spanId === link?.spanId && span.name === 'POST /api/v1/transactions'));
  }
});

test('creates spans for jobs, also for failed ones, and none for monitoring', () => {
  const byName = (name: string) => spans.filter((span) => span.name === name);
  const [job] = byName('job sweeping');
  assert.ok(job);
  assert.deepEqual(
    childrenOf(job)
      // On a busy machine, the wait for a connection has a span as well.
      .filter(({ kind }) => kind === client)
      .map(({ name }) => name)
      // Over Citus, the binding to a merchant needs a transaction.
      .filter((name) => !['bind', 'begin', 'set', 'commit'].includes(name)),
    ['select branches'],
  );
  assert.equal(byName('job failing')[0]?.status.code, 2);
  const [asking] = byName('job asking');
  assert.ok(asking);
  const [failed] = childrenOf(asking).filter(({ status }) => status.code === 2);
  assert.equal(failed?.attributes['error.type'], '22P02');
  assert.ok(!spans.some(({ name }) => /health|metrics/.test(name)));
});

test('a request failed if its status is 500 or more, and a wait has a span if it took a millisecond', async (context) => {
  const own = await aCollector();
  const ownTraces = startTraces({ endpoint: own.endpoint, share: 1, service: 'limits', log });
  const telemetry = createTelemetry({ log, slow_statement_ms: 0, traces: ownTraces });
  let now = performance.now();
  context.mock.method(performance, 'now', () => now);
  for (const status of [499, 500, undefined]) {
    const request = telemetry.beginRequest({ id: 'r', method: 'GET', route: `/${status}`, traceparent: undefined });
    telemetry.within(request, () => {
      const stop = telemetry.startTimer('connection', 'pool');
      now += status === 499 ? 0.99 : 1;
      stop();
    });
    telemetry.endRequest(request, status);
  }
  context.mock.restoreAll();
  await ownTraces.stop();
  const found = own.spans();
  await own.close();
  const requests = found.filter(({ kind }) => kind === server);
  assert.deepEqual(
    requests.map((span) => [span.name, span.status.code ?? 0]),
    [
      ['GET /499', 0],
      ['GET /500', 2],
      ['GET /undefined', 2],
    ],
  );
  assert.equal(found.filter(({ name }) => name === 'wait for a connection').length, 2);
});

test('contains no personal data', () => {
  assert.equal(missing.status, 404);
  const text = collector.text();
  const owned = [
    shop.merchant_id,
    product.id,
    customer.id,
    first.body.data.id,
    String(shop.owner.headers.authorization).slice(7),
  ];
  for (const secret of ['kanari', 'Kanari', '@', 'Bearer', ...owned]) assert.ok(!text.includes(secret), secret);
  const attributeNames = new Set(spans.flatMap(({ attributes }) => Object.keys(attributes)));
  assert.deepEqual([...attributeNames].sort(), [
    'db.query.summary',
    'db.system.name',
    'error.type',
    'http.request.method',
    'http.response.status_code',
    'http.route',
    'tillhouse.batch.size',
    'tillhouse.job.name',
    'tillhouse.request_id',
  ]);
});
