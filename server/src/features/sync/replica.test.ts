import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import { aCustomer, aProduct, aShop, type Shop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { aTill, type Replica } from '../../../../test/till.ts';
import { newId } from '../../core/ids.ts';

const app = await createTestApp();

const of = (replica: Replica, kind: string) => [...replica.values()].filter((record) => record.kind === kind);
const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);

/** All rows of a list route. */
async function all(shop: Shop, path: string, query = '') {
  const rows = [];
  for (let cursor = ''; ; ) {
    const { body } = await shop.owner.get(`${path}?limit=100${query}${cursor}`);
    rows.push(...body.data);
    if (body.meta.next_cursor === null) return rows;
    cursor = `&cursor=${body.meta.next_cursor}`;
  }
}

/** Products, levels and customers from the API, as far as a till stores them. */
async function stateInApi(shop: Shop) {
  const products = [];
  for (const { id } of await all(shop, '/products')) {
    const { variants, stock: _, ...product } = (await shop.owner.get(`/products/${id}`)).body.data;
    products.push(product);
    for (const { product_id, stock: __, ...variant } of variants) products.push({ ...variant, parent_id: product_id });
  }
  const levels = (await all(shop, '/inventory', '&view=levels')).map(
    ({ product_id, warehouse_id, stock, reserved, available }) => ({
      id: `${product_id}/${warehouse_id}`,
      stock,
      reserved,
      available,
    }),
  );
  const customers = (await all(shop, '/customers')).map(({ address: _, created_at: __, ...customer }) => customer);
  return { products: products.sort(byId), levels: levels.sort(byId), customers: customers.sort(byId) };
}

/** The same data from a till's replica. */
function stateAtTill(replica: Replica) {
  const products = of(replica, 'product').map(({ kind: _, category_id, parent_id, description, images, ...product }) =>
    parent_id === null
      ? { ...product, description, images, category: replica.get(`category ${category_id}`)?.name ?? null }
      : { ...product, parent_id },
  );
  const levels = of(replica, 'level').map(({ id, stock, reserved, available }) => ({ id, stock, reserved, available }));
  const customers = of(replica, 'customer').map(({ kind: _, ...customer }) => customer);
  return { products: products.sort(byId), levels: levels.sort(byId), customers: customers.sort(byId) };
}

/** Random operations, some of which are rejected. */
function randomOperations(shop: Shop, other_warehouse: string) {
  const { owner } = shop;
  const products: string[] = [];
  // Only these products are deleted; their stock is not counted.
  const deletable: string[] = [];
  const customers: string[] = [];
  const sales: string[] = [];
  const any = (ids: string[]) => ids[randomInt(Math.max(1, ids.length))] ?? newId();
  const keep = (ids: string[], { body }: { body: { data?: { id?: string } } }) =>
    body.data?.id !== undefined && ids.push(body.data.id);
  const line = () => ({ product_id: any(randomInt(3) === 0 ? deletable : products), quantity: randomInt(1, 4) });
  const buy = (fields: object) =>
    owner.post('/transactions', { items: [line()], customer_id: any(customers), payment_method: 'cash', ...fields });
  return [
    async () =>
      keep(
        products,
        await owner.post('/products', { sku: newId(), name: 'New', price: 9, stock: 50, category: `C${randomInt(4)}` }),
      ),
    async () =>
      keep(
        products,
        await owner.post(`/products/${any(products)}/variants`, { sku: newId(), name: 'Variant', price: 8, stock: 20 }),
      ),
    () =>
      owner.put(`/products/${any(products)}`, {
        price: randomInt(1, 99),
        category: randomInt(2) ? `C${randomInt(4)}` : null,
      }),
    async () => keep(deletable, await owner.post('/products', { sku: newId(), name: 'Deletable', price: 5, stock: 9 })),
    async () =>
      keep(
        deletable,
        await owner.post(`/products/${any(deletable)}/variants`, { sku: newId(), name: 'Variant', price: 8, stock: 2 }),
      ),
    () => owner.delete(`/products/${any(deletable)}`),
    async () => keep(customers, await owner.post('/customers', { name: 'Customer', email: `${newId()}@example.com` })),
    () => owner.put(`/customers/${any(customers)}`, { name: `Customer ${randomInt(99)}` }),
    () => randomInt(3) === 0 && owner.delete(`/customers/${any(customers)}`),
    () => owner.post(`/customers/${any(customers)}/points`, { points: randomInt(1, 50), reason: 'kind' }),
    async () => keep(sales, await buy({})),
    async () => keep(sales, await buy({ status: 'pending', payment_method: undefined })),
    () => owner.post(`/transactions/${any(sales)}/refund`, { amount: 1 }),
    () => owner.post(`/transactions/${any(sales)}/void`, { reason: 'wrong' }),
    () =>
      owner.post('/inventory/adjustment', { product_id: any(products), quantity: randomInt(1, 9), type: 'addition' }),
    () =>
      owner.post('/inventory/transfer', {
        product_id: any(products),
        from_warehouse: shop.warehouse_id,
        to_warehouse: other_warehouse,
        quantity: 1,
      }),
    async () => {
      const { data } = (await owner.get('/categories')).body;
      const category = data[randomInt(Math.max(1, data.length))];
      if (category !== undefined) await owner.put(`/categories/${category.id}`, { name: `C${randomInt(4)}` });
    },
  ];
}

test('a till that starts during changes and keeps synchronising ends with the API’s state', async () => {
  const shop = await aShop(app);
  const warehouse = await shop.owner.post('/warehouses', { name: 'Cellar', branch_id: shop.branch_id });
  const operations = randomOperations(shop, warehouse.body.data.id);
  const runRandom = async (times: number) => {
    for (let turn = 0; turn < times; turn += 1) {
      await operations[randomInt(operations.length)]?.();
    }
  };
  // Chance may create none that is still there at the end.
  for (let number = 1; number <= 4; number += 1) {
    await aProduct(shop);
    await aCustomer(shop);
  }
  await runRandom(60);
  let writing = true;
  const writers = Promise.all([1, 2, 3, 4].map(() => runRandom(60))).finally(() => {
    writing = false;
  });
  const tills = [
    aTill(shop.owner, { limit: 5 }),
    aTill(shop.owner, { limit: 17 }),
    aTill(shop.owner, { limit: 1_000 }),
  ];
  await Promise.all(
    tills.map(async (till) => {
      while (writing) await till.synchronise();
    }),
  );
  await writers;
  const expected = await stateInApi(shop);
  assert.ok(expected.products.length >= 4 && expected.customers.length >= 4);
  for (const till of tills) {
    await till.synchronise();
    assert.deepEqual(stateAtTill(till.replica), expected);
  }
});

test('renaming a category sends only the category and none of its products', async () => {
  const shop = await aShop(app);
  await aProduct(shop, { category: 'Teas' });
  await aProduct(shop, { category: 'Teas' });
  const till = aTill(shop.owner);
  await till.synchronise();
  const { id } = of(till.replica, 'category')[0] ?? { id: '' };
  await shop.owner.put(`/categories/${id}`, { name: 'Infusions' });
  const sent = await till.synchronise();
  assert.deepEqual(
    sent.map(({ kind, name }) => [kind, name]),
    [['category', 'Infusions']],
  );
  assert.deepEqual(stateAtTill(till.replica), await stateInApi(shop));
});
