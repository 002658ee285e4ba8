import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createClient } from '../../client/src/client.ts';
import { startService } from '../../demo/service.ts';
import { aCollector } from '../collector.ts';
import { until } from '../until.ts';
import { aUsedPlace } from './place.ts';

/** Logs which OpenTelemetry packages the process loads. prom-client always loads the API package. */
const loading = `import { registerHooks } from 'node:module';
registerHooks({ resolve(specifier, context, next) {
  if (/^@opentelemetry.(?!api$)/.test(specifier)) process.stderr.write('loads ' + specifier + '\\n');
  return next(specifier, context);
} });`;
const watchedEnv = { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(loading)}` };
const person = { email: 'kanari@example.com', password: 'a kanari password' };

const place = await aUsedPlace();
after(() => place.remove());

test('loads no tracing without an endpoint', async () => {
  const service = await startService({ ...place.env, ...watchedEnv });
  await createClient({ baseUrl: service.url }).register({ body: { ...person, name: 'Kanari' } });
  assert.equal(await service.stop(), 0);
  assert.doesNotMatch(service.output(), /loads @opentelemetry|traces/);
});

test('exports the spans of all processes, up to the stop', async () => {
  const collector = await aCollector();
  const env = {
    ...place.env,
    WORKERS: '2',
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.endpoint}/`,
    OTEL_SERVICE_NAME: 'corner shop',
  };
  const service = await startService({ ...env, ...watchedEnv });
  const client = createClient({ baseUrl: service.url });
  await client.signIn(person);
  await client.createProduct({ body: { sku: 'kanari', name: 'Kanari seed', price: 5 } });
  await client.listProducts({ query: { search: 'kanari' } });
  assert.equal(await service.stop(), 0);
  await collector.close();
  assert.match(service.output(), /loads @opentelemetry/);
  const spans = collector.spans();
  const [request] = spans.filter(({ name }) => name === 'GET /api/v1/products');
  assert.equal(request?.attributes['http.response.status_code'], 200);
  assert.ok(
    spans.some(({ parentSpanId, name }) => parentSpanId === request?.spanId && name.startsWith('select products')),
  );
  assert.ok(spans.some(({ name }) => name === 'POST /api/v1/products'));
  assert.match(collector.text(), /corner shop/);
  for (const secret of ['kanari', 'Kanari', place.env.DATA_DIR]) assert.ok(!collector.text().includes(secret), secret);
});

test('does not delay requests when the collector is down, and logs it once', async () => {
  const service = await startService({ ...place.env, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' });
  const client = createClient({ baseUrl: service.url });
  await client.signIn(person);
  const warnings = () => service.output().match(/traces do not arrive/g)?.length ?? 0;
  await until(() => warnings() === 1);
  for (let turn = 0; turn < 3; turn += 1) assert.equal((await client.listProducts()).meta.total, 1);
  assert.equal(await service.stop(), 0);
  assert.equal(warnings(), 1);
});

test('names an invalid sampling ratio', async () => {
  const env = { ...place.env, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', OTEL_TRACES_SAMPLER_ARG: 'some' };
  await assert.rejects(startService(env), /OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1/);
});
