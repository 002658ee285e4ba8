import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAllowed } from '../../server/src/kernel/permissions.ts';
import { openTestHouse } from '../house.ts';
import { aColleague, aCustomer, aProduct, aShop } from '../shop.ts';

const house = await openTestHouse();
const shop = await aShop(house);
const cashier = await aColleague(shop, 'cashier');

// Costs that nothing else in the shop is equal to, in another order than that of names, SKUs, prices and time.
const costs = [1234.56, 7654.32, 4321.98];
const priced = { price: 9999, category: 'Secretive', min_stock: 200 };
const products: { id: string }[] = [];
for (const [index, cost] of costs.entries())
  products.push(await aProduct(shop, { ...priced, sku: `S-${index}`, name: `P ${index}`, cost }));
const [first] = products;
assert.ok(first);
const customer = await aCustomer(shop);
const sale = await cashier.post('/transactions', {
  items: products.map(({ id }) => ({ product_id: id, quantity: 1 })),
  payment_method: 'cash',
  customer_id: customer.id,
});
const refund = await cashier.post(`/transactions/${sale.body.data.id}/refund`, { items: [{ product_id: first.id, quantity: 1 }] });
assert.equal(refund.status, 201, refund.text);

/** What would tell of a cost: a field so called, a cost itself, or a sum or margin of costs. */
function betrays(text: string): string | undefined {
  const figures = costs.flatMap((cost) => [cost, 9999 - cost, cost * 99, cost * 100]);
  const sum = costs.reduce((all, cost) => all + cost, 0);
  const told = [...figures, sum, 3 * 9999 - sum]
    .map((figure) => String(Math.round(figure * 100) / 100))
    .find((figure) => text.includes(figure));
  return told ?? /"?(?:unit_?)?(?:cost|margin|gross_?profit|value_?at_?cost)\w*"?\s*[:,]/i.exec(text)?.[0];
}

const gets = house.routes.filter(({ method, url }) => [method].flat().includes('GET') && url.startsWith('/api/v1'));
const readable = gets.filter(({ config }) => config?.permission !== undefined && isAllowed('cashier', config.permission));

const ids: Record<string, string> = {
  products: first.id,
  inventory: first.id,
  customers: customer.id,
  transactions: sale.body.data.id,
  branches: shop.branch_id,
  warehouses: shop.warehouse_id,
};

const addressOf = (url: string): string => {
  const path = url.replace('/api/v1', '');
  return path.replace(/:\w+/, ids[path.split('/')[1] ?? ''] ?? first.id);
};

const queries = ['', 'limit=100', 'view=records', 'view=levels', 'format=csv', 'search=P', 'category=Secretive', 'low_stock=true'];

test('the check finds what it looks for', async () => {
  assert.ok(betrays((await shop.owner.get('/products')).text));
  assert.ok(betrays((await shop.owner.get('/inventory/export?format=csv')).text));
  assert.ok(betrays((await shop.owner.get('/reports/sales?start_date=2026-03-01&end_date=2026-03-01')).text));
  assert.equal(betrays('{"price":9999}'), undefined);
});

test('a cashier is told of no cost or margin by anything that they may read', async () => {
  assert.ok(readable.length > 12, 'routes were found');
  for (const { url } of readable) {
    for (const query of queries) {
      const address = `${addressOf(url)}?${query}`;
      const { text, status } = await cashier.get(address);
      assert.ok([200, 404, 422].includes(status), `${address}: ${text}`);
      assert.equal(betrays(text), undefined, address);
    }
  }
});

test('nor by what they do', () => {
  assert.equal(betrays(sale.text), undefined);
  assert.equal(betrays(refund.text), undefined);
});

test('nor by an order: what cannot be seen cannot be sorted by', async () => {
  for (const { url } of readable.filter((route) => !route.url.includes(':'))) {
    for (const query of [
      'sort=cost',
      'sort=-cost',
      'sort=name,cost',
      'sortBy=cost',
      'sort_by=cost&sortOrder=desc',
      'format=csv&sortBy=cost',
    ]) {
      const address = `${addressOf(url)}?${query}`;
      const answer = await cashier.get(address);
      if (answer.status === 422) continue;
      const unsorted = await cashier.get(address.replace(/(&?)(sort|sortBy|sort_by)=[^&]*/, '').replace('sortOrder=desc', ''));
      assert.equal(answer.text, unsorted.text, `${address} is ordered by what is kept from view`);
    }
  }
});

test('nor by a filter or search', async () => {
  for (const path of ['/products', '/inventory?view=records', '/inventory/export?format=csv']) {
    const address = `${path}${path.includes('?') ? '&' : '?'}`;
    assert.ok(!(await cashier.get(`${address}search=1234.56`)).text.includes('S-0'), path);
    const all = await cashier.get(path);
    for (const filter of ['cost=1234.56', 'min_cost=2000', 'maxCost=2000']) {
      assert.equal((await cashier.get(`${address}${filter}`)).text, all.text, `${path} ${filter}`);
    }
  }
});

test('what tells of costs is closed to them: reports, the dashboard, files of reports, imports', async () => {
  for (const path of ['/reports/sales?start_date=2026-03-01&end_date=2026-03-01', '/reports/inventory', '/dashboard/summary'])
    assert.equal((await cashier.get(path)).status, 403, path);
  for (const report_type of ['sales', 'transactions', 'products', 'inventory', 'customers'])
    assert.equal((await cashier.post('/reports/export', { report_type, format: 'csv' })).status, 403, report_type);
  assert.equal((await cashier.post('/inventory/import')).status, 403);
  assert.equal((await cashier.post('/inventory/import/validate')).status, 403);
});
