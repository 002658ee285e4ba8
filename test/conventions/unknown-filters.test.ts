import assert from 'node:assert/strict';
import { test } from 'node:test';
import { salesReports } from '../sales-reports.ts';
import { aCustomer, aProduct, aShop } from '../shop.ts';
import { createTestApp } from '../test-app.ts';

const app = await createTestApp();
const shop = await aShop(app);
const otherShop = await aShop(app);

interface Parameter {
  name: string;
  in: string;
  schema?: { format?: string };
}
type Paths = Record<string, { get?: { parameters?: Parameter[] } }>;

/** Every filter by an id, in both spellings. */
const filters = Object.entries((app.fastify.swagger() as { paths: Paths }).paths).flatMap(([path, { get }]) =>
  (get?.parameters ?? []).flatMap(({ name, in: location, schema }) =>
    location === 'query' && schema?.format === 'uuid' && !path.includes('{')
      ? [{ path: path.replace('/api/v1', ''), name }]
      : [],
  ),
);

const today = app.clock.now().slice(0, 10);
/** The other required parameters of a route. */
const required: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['', ...salesReports].map((part) => [`/reports/sales${part}`, `start_date=${today}&end_date=${today}&`]),
  ),
  '/dashboard/summary': `start_date=${today}&end_date=${today}&`,
  '/inventory/export': 'format=csv&',
  '/lookup': 'code=nothing&',
};
/** A unique amount, which is part of every sum of this shop. */
const amount = 4321.25;

/** Creates records of each kind, so that an ignored filter has results. */
async function createRecords({ owner, branch_id }: typeof shop): Promise<void> {
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
await createRecords(shop);
const otherProduct = await aProduct(otherShop);

test('finds filters by id', () => {
  assert.ok(filters.length >= 15, String(filters.length));
});

for (const { path, name } of filters)
  test(`GET ${path}: an unknown ${name}, or one of another merchant, matches nothing, and a malformed one is rejected`, async () => {
    const getFiltered = (id: string) => shop.owner.get(`${path}?${required[path] ?? ''}${name}=${id}`);
    const unknown = await getFiltered('01900000-0000-7000-8000-000000000000');
    assert.equal(unknown.status, 200, unknown.text);
    assert.ok(!unknown.text.includes(String(amount)), unknown.text);
    for (const id of [otherShop.branch_id, otherShop.warehouse_id, otherShop.owner_id, otherProduct.id]) {
      const response = await getFiltered(id);
      assert.deepEqual([response.status, response.body?.data], [200, unknown.body?.data], response.text);
      assert.ok(!response.text.includes(String(amount)), response.text);
    }
    if (Array.isArray(unknown.body?.data)) assert.deepEqual(unknown.body.data, []);
    const malformed = await getFiltered('not-an-id');
    assert.equal(malformed.status, 422, malformed.text);
    assert.deepEqual(
      malformed.body.error.details.map(({ field }: { field: string }) => field),
      [name],
    );
  });
