import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Caller, createCaller } from '../../../../test/caller.ts';
import { aCustomer, aProduct, aShop } from '../../../../test/shop.ts';
import { createStatementCount } from '../../../../test/statements.ts';
import { createTestApp, openTestApp } from '../../../../test/test-app.ts';

const count = createStatementCount();
const app = await createTestApp(count.watch);
const shared = await openTestApp(app.connection, { isAlone: false });
after(() => shared.close());
const shop = await aShop(app);
for (let n = 0; n < 23; n += 1) {
  const { id } = await aProduct(shop, {
    name: `Name ${n % 4}`,
    price: n % 5,
    stock: n % 3,
    category: `Category ${n % 2}`,
    sku: `S-${n}`,
  });
  if (n % 6 === 0)
    await shop.owner.post(`/products/${id}/variants`, { sku: `V-${n}`, name: 'Variant of it', price: 1 });
}
for (let n = 0; n < 7; n += 1) {
  await aCustomer(shop, { name: `Customer ${n % 2}` });
  const { id } = (await shop.owner.get('/products')).body.data[n];
  await shop.owner.post('/inventory/adjustment', { product_id: id, quantity: 5, type: 'addition' });
  await sell(id);
}
const { id: productId } = (await shop.owner.get('/products')).body.data[0];
// Parked, completed, voided and refunded sales: the roll-ups count some of them.
await sell(productId, { status: 'pending' });
for (const fields of [{ status: 'pending' }, {}])
  await shop.owner.post(`/transactions/${await sell(productId, fields)}/void`);
await shop.owner.post(`/transactions/${await sell(productId)}/refund`);

async function sell(product_id: string, fields: object = {}): Promise<string> {
  const answer = await shop.owner.post('/transactions', {
    items: [{ product_id, quantity: 1 }],
    payment_method: 'cash',
    ...fields,
  });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.data.id;
}

const lists = [
  '/products?',
  '/products?sort=name,-price&',
  '/products?sort=-category,sku&',
  '/products?sort=stock&',
  '/products?search=name+1&sort=price&',
  '/products?search=variant&',
  `/products?branchId=${shop.branch_id}&status=active&`,
  '/inventory?view=levels&',
  '/inventory/movements?',
  '/customers?sort=-name&',
  '/transactions?',
  `/transactions?branchId=${shop.branch_id}&`,
  '/transactions?status=completed&',
  '/categories?',
];

const idOf = ({ id, product_id, warehouse_id }: { id?: string; product_id?: string; warehouse_id?: string }) =>
  id ?? `${product_id} ${warehouse_id}`;

async function idsOf(reader: Caller, address: string): Promise<{ ids: string[]; next: string | null; total: number }> {
  const { body, text, status } = await reader.get(address);
  assert.equal(status, 200, text);
  return { ids: body.data.map(idOf), next: body.meta.next_cursor, total: body.meta.total };
}

/** Reads pages of three rows in any order, and one after another by their cursors. */
async function pagesAreSlices(reader: Caller, list: string): Promise<void> {
  const { ids: all, total } = await idsOf(reader, `${list}limit=100`);
  assert.equal(total, all.length, list);
  assert.ok(all.length > 1, list);
  const pages = Array.from({ length: Math.ceil(total / 3) + 1 }, (_, index) => index + 1);
  for (const page of [...pages.toReversed(), ...pages, ...pages.toSorted(() => Math.random() - 0.5)]) {
    const found = await idsOf(reader, `${list}limit=3&page=${page}`);
    assert.deepEqual(
      found,
      { ids: all.slice(page * 3 - 3, page * 3), total, next: found.next },
      `${list} page ${page}`,
    );
    assert.equal(found.next === null, page * 3 >= total, `${list} page ${page}`);
  }
  let seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const found: Awaited<ReturnType<typeof idsOf>> = await idsOf(
      reader,
      `${list}limit=3${cursor === '' ? '' : `&cursor=${cursor}`}`,
    );
    seen = [...seen, ...found.ids];
    assert.equal(found.total, total);
    cursor = found.next;
  }
  assert.deepEqual(seen, all, list);
}

for (const [way, reader] of [
  ['with cached positions', shop.owner],
  ['without cached positions', createCaller(shared.fastify, shop.owner.headers)],
] as const) {
  test(`${way}, pages are slices of the whole list, before and after changes of rows`, async () => {
    for (const list of lists) await pagesAreSlices(reader, list);
    const { id } = await aProduct(shop, { name: 'Name 1', category: 'Category 0' });
    const { data } = (await shop.owner.get('/products?page=2&limit=5')).body;
    assert.equal((await shop.owner.delete(`/products/${data[2].id}`)).status, 200);
    assert.equal(
      (await shop.owner.put(`/products/${data[3].id}`, { name: 'Name 9', price: 3, category: 'Category 1' })).status,
      200,
    );
    await sell(id);
    await aCustomer(shop, { name: 'Customer 1' });
    for (const list of lists) await pagesAreSlices(reader, list);
  });
}

test('a page begins after the one before it, without skipping rows again', async () => {
  const statementsOf = async (page: number) =>
    (await count.during(() => shop.owner.get(`/products?sort=-price&limit=4&page=${page}`))).handler.join('\n');
  const limitsIn = (text: string) => text.match(/ limit /g)?.length;
  assert.equal(limitsIn(await statementsOf(1)), 1);
  assert.doesNotMatch(await statementsOf(1), /\boffset\b/);
  assert.doesNotMatch(await statementsOf(2), /\boffset\b/);
  const skipping = await statementsOf(4);
  assert.match(skipping, /\boffset\b/);
  assert.equal(limitsIn(skipping), 2, 'neither the skipped rows nor those of the page are read to the end');
  assert.doesNotMatch(await statementsOf(5), /\boffset\b/);
});
