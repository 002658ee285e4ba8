import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aRollupChange, withRollups } from '../../../../test/rollups.ts';
import { aProduct, aShop, type Shop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { untilLockWait } from '../../../../test/waiting.ts';
import { postRollups } from './post-rollups.ts';

const app = await createTestApp();

const rowsOf = async (shop: Shop, table: string, columns: string) =>
  (await app.admin.query(`select distinct ${columns} from ${table} where merchant_id = $1`, [shop.merchant_id])).rows;

test('adds changes to one row, in one call or in several', async () => {
  const shop = await aShop(app);
  await withRollups(shop, [aRollupChange(shop), aRollupChange(shop)], () =>
    withRollups(shop, [aRollupChange(shop)], async () => {
      assert.deepEqual(await rowsOf(shop, 'sales_rollups', 'sales, gross'), [{ sales: 3, gross: '3000' }]);
      assert.deepEqual(await rowsOf(shop, 'sales_rollups_by_method', 'payments, amount'), [
        { payments: 3, amount: '3000' },
      ]);
    }),
  );
});

test('concurrent changes of the same rows in opposite orders neither deadlock nor lose an amount', async () => {
  const shop = await aShop(app);
  const plus = Array.from({ length: 24 }, (_, hour) =>
    aRollupChange(shop, { hour, sales: 0, gross: 1n, cost: 0n, items_sold: 0, methods: [] }),
  );
  const minus = plus.map((rollup) => ({ ...rollup, gross: -1n })).toReversed();
  let attempts = 0;
  const tills = Array.from({ length: 24 }, (_, till) => (till % 2 === 0 ? plus : minus));
  const post = (rollups: typeof plus) =>
    app.database.transaction(shop.merchant_id, async (tx) => {
      attempts += 1;
      return postRollups(tx, rollups);
    });
  await Promise.all(tills.map(post));
  assert.equal(attempts, tills.length, 'a deadlock would cause a retry');
  assert.deepEqual(await rowsOf(shop, 'sales_rollups', 'gross'), [{ gross: '0' }]);
});

test('locks the rows of each table in the order of their keys, whatever the order of the changes', async () => {
  const shop = await aShop(app);
  const [first, second] = [await aProduct(shop), await aProduct(shop)].map(({ id }): string => id).sort();
  assert.ok(first && second);
  const products = [second, first].map((product_id) => ({ product_id, quantity: 1, revenue: 500n, cost: 200n }));
  const methods = ['cash', 'card'].map((method) => ({ method, payments: 1, amount: 500n }));
  const changes = [aRollupChange(shop, { hour: 10, methods, products }), aRollupChange(shop, { hour: 9, methods: [] })];
  await withRollups(shop, changes, async () => {
    for (const [table, earlier, later] of [
      ['sales_rollups', 'hour = 9', 'hour = 10'],
      ['sales_rollups_by_method', `method = 'card'`, `method = 'cash'`],
      ['sales_rollups_by_product', `product_id = '${first}'`, `product_id = '${second}'`],
    ] as const) {
      const lock = (row: string) =>
        `select from ${table} where merchant_id = '${shop.merchant_id}' and ${row} for update`;
      const holder = await app.admin.connect();
      try {
        await holder.query('begin');
        assert.equal((await holder.query(lock(earlier))).rowCount, 1, table);
        const posted = withRollups(shop, changes, async () => undefined);
        await untilLockWait(app.admin);
        assert.equal((await app.admin.query(`${lock(later)} nowait`)).rowCount, 1, table);
        await holder.query('commit');
        await posted;
      } finally {
        holder.release();
      }
    }
  });
});
