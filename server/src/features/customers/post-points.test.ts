import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aCustomer, anOperationContext, aShop, forgetEvents } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { newId } from '../../core/ids.ts';
import { listExistingCustomers } from './find-customers.ts';
import { type CustomerPosting, postPoints } from './post-points.ts';

const app = await createTestApp();
const shop = await aShop(app);
const { owner, owner_id, merchant_id } = shop;

const posting = (customer_id: string, points: bigint, value: bigint): CustomerPosting => ({
  customer_id,
  points,
  value,
  type: points < 0n ? 'reversed' : 'earned',
  sale_id: newId(),
  refund_id: null,
  user_id: owner_id,
});

const post = async (...postings: CustomerPosting[]) => {
  const ctx = await anOperationContext(shop);
  return app.database.transaction(merchant_id, (tx) => postPoints(tx, ctx, postings));
};

test('derives points and lifetime value from postings in the ledger', async () => {
  const { id } = await aCustomer(shop);
  await post(posting(id, 1_000n, 100_050n));
  app.clock.advance(1_000);
  await post(posting(id, -300n, -30_000n), posting(id, 0n, 1n));
  assert.deepEqual((await owner.get(`/customers/${id}/loyalty`)).body.data, {
    customer_id: id,
    points: 700,
    tier: 'bronze',
    lifetime_value: 700.51,
  });
  const history = (await owner.get(`/customers/${id}/loyalty/history`)).body;
  const shown = history.data.map(({ type, points, balance }: Record<string, unknown>) => ({ type, points, balance }));
  assert.deepEqual(shown, [
    { type: 'reversed', points: -300, balance: 700 },
    { type: 'earned', points: 1_000, balance: 1_000 },
  ]);
  const oldest = await owner.get(`/customers/${id}/loyalty/history?limit=1&page=2`);
  assert.equal(oldest.body.data[0].points, 1_000);
  await post(posting(id, 0n, -70_051n));
  await forgetEvents(shop);
});

test('shows postings of one millisecond in their order', async () => {
  const { id } = await aCustomer(shop);
  app.clock.freeze(app.clock.now());
  await post(...Array.from({ length: 12 }, () => posting(id, 1n, 0n)), posting(id, -12n, 0n));
  app.clock.set(app.clock.now());
  const { data } = (await owner.get(`/customers/${id}/loyalty/history`)).body;
  assert.deepEqual(
    data.map(({ balance }: { balance: number }) => balance),
    [0, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1],
  );
  await forgetEvents(shop);
});

test('reaches a tier with its exact threshold', async () => {
  const { id } = await aCustomer(shop);
  await post(posting(id, 0n, 100_000n));
  assert.equal((await owner.get(`/customers/${id}`)).body.data.tier, 'silver');
  await post(posting(id, 0n, -100_000n));
  // The posting has no sale and so no event, which an invariant would report.
  await forgetEvents(shop);
});

test('keeps the account of a deleted customer', async () => {
  const { id } = await aCustomer(shop);
  await owner.delete(`/customers/${id}`);
  await post(posting(id, -5n, 0n));
  const { rows } = await app.admin.query('select points from customers where id = $1', [id]);
  assert.deepEqual(rows, [{ points: '-5' }]);
});

test('rejects an unknown customer and writes nothing', async () => {
  const { id } = await aCustomer(shop);
  await assert.rejects(post(posting(id, 5n, 0n), posting(newId(), 5n, 0n)), /unknown/);
  assert.equal((await owner.get(`/customers/${id}`)).body.data.points, 0);
});

test('concurrent postings for the same customers in opposite orders do not deadlock or lose points', async () => {
  const ids = [await aCustomer(shop), await aCustomer(shop), await aCustomer(shop)].map(({ id }) => id as string);
  const ctx = await anOperationContext(shop);
  let attempts = 0;
  const tills = Array.from({ length: 20 }, (_, till) => (till % 2 === 0 ? ids : ids.toReversed()));
  await Promise.all(
    tills.map((order) =>
      app.database.transaction(merchant_id, (tx) => {
        attempts += 1;
        return postPoints(
          tx,
          ctx,
          order.map((id) => posting(id, 1n, 0n)),
        );
      }),
    ),
  );
  assert.equal(attempts, tills.length, 'a deadlock would cause a retry');
  for (const id of ids) {
    assert.equal((await owner.get(`/customers/${id}`)).body.data.points, 20);
    const { rows } = await app.admin.query(
      'select count(distinct balance)::int as balances from points_entries where customer_id = $1',
      [id],
    );
    assert.deepEqual(rows, [{ balances: 20 }]);
  }
});

test('finds existing customers of the merchant only', async () => {
  const existing = await aCustomer(shop);
  const deleted = await aCustomer(shop);
  await owner.delete(`/customers/${deleted.id}`);
  const otherCustomer = await aCustomer(await aShop(app));
  const found = await listExistingCustomers(app.database.reader(merchant_id), [
    existing.id,
    deleted.id,
    otherCustomer.id,
    newId(),
  ]);
  assert.deepEqual(found, new Set([existing.id]));
});
