import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { registerPrimaryMetrics } from '../../server/src/platform/monitoring/metrics.ts';
import { aProduct, aShop } from '../shop.ts';
import { createTestApp } from '../test-app.ts';
import { until } from '../until.ts';

interface Panel {
  id: number;
  type: string;
  title: string;
  datasource?: { uid: string };
  gridPos: { x: number; y: number; w: number; h: number };
  targets?: { expr: string; datasource: { uid: string } }[];
}

const { panels, templating }: { panels: Panel[]; templating: { list: { name: string; type: string }[] } } = JSON.parse(
  readFileSync(new URL('../../ops/grafana/tillhouse.json', import.meta.url), 'utf8'),
);
const shown = panels.filter(({ type }) => type !== 'row');
const expressions = shown.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));

/** The metrics in a PromQL expression, with the labels of their selectors. */
function metricsIn(expr: string): { name: string; labels: string[] }[] {
  return [...expr.matchAll(/\b([a-z_][a-z_0-9]*)\{([^}]*)\}/g)].map(([, name = '', selector = '']) => ({
    name,
    labels: [...selector.matchAll(/(\w+)\s*[!=]~?"/g)].map(([, label = '']) => label),
  }));
}
const groupsIn = (expr: string): string[] =>
  [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, named = '']) => named.split(/,\s*/));

const app = await createTestApp();
const shop = await aShop(app);
const product = await aProduct(shop, { stock: 5 });
await shop.owner.post('/transactions', { items: [{ product_id: product.id, quantity: 1 }], payment_method: 'cash' });
await shop.owner.get('/categories');
await app.fastify.services.telemetry.job('sweeping', async () => undefined);
app.fastify.services.telemetry.countQuota('planted');
await app.admin.query(`
  create schema pgboss;
  create table pgboss.job (name text, state text);
  insert into pgboss.job values ('sweeping', 'created');
  grant usage on schema pgboss to public;
  grant select on pgboss.job to public;
  insert into broken_invariants (merchant_id, invariant, broken) values ('${shop.merchant_id}', 'planted', 1)`);
const pool = { totalCount: 1, idleCount: 1, waitingCount: 0 };
const primary = await registerPrimaryMetrics(app.fastify.services, pool).metrics();
const readOwn = async () => (await app.fastify.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })).body;
// The times of the garbage collector are there after its first run.
setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');
await until(async () => {
  collectGarbage();
  return (await readOwn()).includes('nodejs_gc_duration_seconds_sum');
});
const own = await readOwn();

/** The labels of each metric of the service. Prometheus adds `instance`. */
const exported = new Map<string, Set<string>>();
for (const [, name = '', labels = ''] of `${own}\n${primary}`.matchAll(/^([a-z_0-9]+)(?:\{(.*)\})? \S+$/gm))
  exported.set(
    name,
    new Set([
      ...(exported.get(name) ?? ['instance']),
      ...[...labels.matchAll(/(\w+)="/g)].map(([, label = '']) => label),
    ]),
  );

test('every metric of the Grafana dashboard exists, with its labels', () => {
  assert.ok(expressions.length > 30, `${expressions.length} expressions`);
  for (const expr of expressions) {
    const found = metricsIn(expr);
    assert.ok(found.length > 0, `no metric in ${expr}`);
    for (const { name, labels } of found) {
      const known = exported.get(name);
      assert.ok(known, `${name} is no metric of the service: ${expr}`);
      for (const label of [...labels, ...groupsIn(expr)])
        assert.ok(known.has(label), `${name} has no label ${label}: ${expr}`);
    }
  }
});

test('every metric is on the Grafana dashboard', () => {
  const used = new Set(expressions.flatMap(metricsIn).map(({ name }) => name.replace(/_(bucket|sum|count)$/, '')));
  const names = new Set(
    [...exported.keys()]
      .filter((name) => name.startsWith('tillhouse_'))
      .map((name) => name.replace(/_(bucket|sum|count)$/, '')),
  );
  assert.ok(names.size > 8, [...names].join());
  assert.deepEqual(
    [...names].filter((name) => !used.has(name)),
    [],
  );
});

test('the panels use the selected data source and do not overlap', () => {
  assert.ok(templating.list.some(({ name, type }) => name === 'datasource' && type === 'datasource'));
  for (const { datasource, targets = [], title } of shown)
    for (const { uid } of [datasource ?? { uid: '' }, ...targets.map((target) => target.datasource)])
      assert.match(uid, /^\$\{datasource\}$/, title);
  assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length);
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, at) => `${x + (at % w)} ${y + Math.floor(at / w)}`),
  );
  assert.equal(new Set(cells).size, cells.length);
  for (const { gridPos, title } of panels) assert.ok(gridPos.x + gridPos.w <= 24, title);
});

test('reads metrics, labels and groups from expressions', () => {
  assert.deepEqual(metricsIn('sum by (le) (rate(a_total{x="1", y!~"2"}[5m])) / b{}'), [
    { name: 'a_total', labels: ['x', 'y'] },
    { name: 'b', labels: [] },
  ]);
  assert.deepEqual(groupsIn('sum by (name, state) (c{})'), ['name', 'state']);
});
