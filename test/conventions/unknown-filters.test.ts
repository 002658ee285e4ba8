import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aCustomer, aProduct, aShop } from '../shop.ts';
import { createTestApp } from '../test-app.ts';

const app = await createTestApp();
const shop = await aShop(app);
const stranger = await aShop(app);

interface Parameter {
  name: string;
  in: string;
  schema?: { format?: string };
}
type Paths = Record<string, { get?: { parameters?: Parameter[] } }>;

/** Every filter by an id, in both spellings. */
const filters = Object.entries((app.fastify.swagger() as { paths: Paths }).paths).flatMap(([path, { get }]) =>
  (get?.parameters ?? []).flatMap(({ name, in: place, schema }) =>
    place === 'query' && schema?.format === 'uuid' && !path.includes('{')
      ? [{ path: path.replace('/api/v1', ''), name }]
      : [],
  ),
);

const today = app.clock.now().slice(0, 10);
/** What a route wants besides. */
const required: Readonly<Record<string, string>> = {
  '/reports/sales': `start_date=${today}&end_date=${today}&`,
  '/dashboard/summary': `start_date=${today}&end_date=${today}&`,
  '/inventory/export': 'format=csv&',
  '/lookup': 'code=nothing&',
};
/** An amount that stands in every figure of this shop. */
const amount = 4321.25;

/** Something of everything, so that a filter that is not heeded finds something. */
async function trade({ owner, branch_id }: typeof shop): Promise<void> {
  const product = await aProduct(shop, { price: amount, stock: 2 });
  const customer = await aCustomer(shop);
  const items = [{ product_id: product.id, quantity: 1 }];
  const sale = await owner.post('/transactions', {
    items,
    payment_method: 'cash',
    customer_id: customer.id,
    branch_id,
  });
  assert.equal(sale.status, 201, sale.text);
}
await trade(shop);
const foreign = await aProduct(stranger);

test('finds filters by id', () => {
  assert.ok(filters.length >= 15, String(filters.length));
});

for (const { path, name } of filters)
  test(`GET ${path}: an unknown or foreign ${name} matches nothing, and a malformed one is rejected`, async () => {
    const ask = (id: string) => shop.owner.get(`${path}?${required[path] ?? ''}${name}=${id}`);
    const never = await ask('01900000-0000-7000-8000-000000000000');
    assert.equal(never.status, 200, never.text);
    assert.ok(!never.text.includes(String(amount)), never.text);
    for (const id of [stranger.branch_id, stranger.warehouse_id, stranger.owner_id, foreign.id]) {
      const theirs = await ask(id);
      assert.deepEqual([theirs.status, theirs.body?.data], [200, never.body?.data], theirs.text);
      assert.ok(!theirs.text.includes(String(amount)), theirs.text);
    }
    if (Array.isArray(never.body?.data)) assert.deepEqual(never.body.data, []);
    const malformed = await ask('not-an-id');
    assert.equal(malformed.status, 422, malformed.text);
    assert.deepEqual(
      malformed.body.error.details.map(({ field }: { field: string }) => field),
      [name],
    );
  });
