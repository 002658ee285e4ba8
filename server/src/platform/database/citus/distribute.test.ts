import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { asAdmin } from '../../../../../test/admin.ts';
import { joinMachines } from '../../../../../test/citus.ts';
import { recordExamples, storyEnv } from '../../../../../test/examples/story.ts';
import { brokenInvariants } from '../../../../../test/invariants.ts';
import { makeTables } from '../../../../../test/server.ts';
import { aProduct, aSession, aShop } from '../../../../../test/shop.ts';
import { openTestApp, type TestApp, testServer } from '../../../../../test/test-app.ts';
import type { Connection } from '../connection.ts';
import { distribute } from './distribute.ts';
import { listPlacements, readTopology } from './distribution.ts';

const server = testServer();
const onCluster = { skip: server.workers === undefined && 'this server has no Citus workers' };

/** All rows of all tables on all nodes, and the violated invariants. */
async function readAll(connection: Connection) {
  const admin = new pg.Pool({ ...connection, max: 1 });
  try {
    const rows: Record<string, string[]> = {};
    const placements = await listPlacements(admin);
    for (const { table } of placements)
      rows[table] = (await admin.query(`select * from ${table}`)).rows.map((row) => JSON.stringify(row)).sort();
    return {
      rows,
      broken: await brokenInvariants(admin),
      isSpread: (await readTopology(admin)).bindsTransactions,
      toMove: placements.filter(({ isPlaced }) => !isPlaced).length,
    };
  } finally {
    await admin.end();
  }
}

/** Runs work with the service on this database. */
async function whileServing<T>(connection: Connection, work: (app: TestApp) => Promise<T>): Promise<T> {
  const app = await openTestApp(connection, { env: storyEnv });
  try {
    return await work(app);
  } finally {
    await app.close();
  }
}

/** A session of the user in the recorded examples. */
const asMia = (app: TestApp) => aSession(app, 'mia@example.com', 'another good long password');

test('distributes a database in use with all its rows, and the shops continue', onCluster, async () => {
  const name = `in_use_${process.pid}`;
  const connection = { ...server, database: name };
  await asAdmin(server, (client) => client.query(`create database ${name} template template0 encoding 'UTF8'`));
  try {
    await makeTables(connection);
    await whileServing(connection, async (app) => {
      await recordExamples(app);
      const created = await (await asMia(app)).post('/products', { sku: 'LATE', name: 'Late tea', price: 3, stock: 5 });
      assert.equal(created.status, 201, created.text);
    });
    const before = await readAll(connection);
    const filled = Object.keys(before.rows).filter((table) => before.rows[table]?.length !== 0);
    assert.ok(filled.length > 25, `the examples create rows in ${filled.join(', ')}`);
    assert.deepEqual([before.broken, before.isSpread], [[], false]);

    await joinMachines(server, name);
    const settings = { log: { info: () => undefined }, shards: 4, print: () => undefined };
    const moved = await distribute(connection, settings);
    const after = await readAll(connection);
    assert.equal(moved, before.toMove);
    assert.deepEqual(after, { ...before, isSpread: true, toMove: 0 });
    assert.equal(await distribute(connection, settings), 0);

    await whileServing(connection, async (app) => {
      const mia = await asMia(app);
      const [product] = (await mia.get('/products')).body.data;
      const shop = await aShop(app);
      const tea = await aProduct(shop);
      for (const [caller, { id }] of [
        [mia, product],
        [shop.owner, tea],
      ] as const) {
        const sale = await caller.post('/transactions', {
          items: [{ product_id: id, quantity: 1 }],
          payment_method: 'cash',
        });
        assert.equal(sale.status, 201, sale.text);
        const refund = await caller.post(`/transactions/${sale.body.data.id}/refund`, {});
        assert.equal(refund.status, 201, refund.text);
      }
    });
    assert.deepEqual((await readAll(connection)).broken, []);
  } finally {
    await asAdmin(server, (client) => client.query(`drop database ${name} with (force)`));
  }
});
