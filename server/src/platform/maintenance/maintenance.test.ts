import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aShop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { newId } from '../../core/ids.ts';
import { forEachMerchant, maintainMerchant } from './maintenance.ts';

const app = await createTestApp();
const shop = await aShop(app);

test('works on every merchant once, however many there are', async () => {
  const ids = Array.from({ length: 250 }, newId);
  await app.admin.query(
    `insert into users select (jsonb_populate_record(u, jsonb_build_object('id', m, 'email', m || '@example.com', 'home_merchant_id', m))).*
     from users u, unnest($1::uuid[]) m where u.id = $2`,
    [ids, shop.owner_id],
  );
  const visited: string[] = [];
  await forEachMerchant(app.database.global, async (id) => visited.push(id));
  assert.deepEqual(visited, [...ids, shop.merchant_id].sort());
  await app.admin.query('delete from users where id = any($1)', [ids]);
});

test('a task that fails leaves the others to run, and is reported', async () => {
  const ran: string[] = [];
  const tasks = [
    async () => ran.push('first'),
    async () => {
      throw new Error('the second failed');
    },
    async () => ran.push('third'),
  ];
  await assert.rejects(maintainMerchant(app.fastify.services, tasks, shop.merchant_id), /the second failed/);
  assert.deepEqual(ran, ['first', 'third']);
});
