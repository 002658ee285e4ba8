import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aShop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { untilLockWait } from '../../../../test/waiting.ts';
import { claimKeys } from './queries.ts';

const app = await createTestApp();
const shop = await aShop(app);

test('claims keys in their order, so that two requests never wait for each other', async () => {
  const other = await app.admin.connect();
  const insert = (key: string) =>
    other.query(
      `insert into idempotency_keys (merchant_id, key, fingerprint, created_at) values ($1, $2, '\\x00', now())`,
      [shop.merchant_id, key],
    );
  await other.query('begin');
  await insert('a');
  const fingerprint = Buffer.from('request');
  const newClaim = { fingerprint, actor_id: shop.owner_id, branch_ids: null, now: app.clock.now() };
  const claimed = app.database.transaction(shop.merchant_id, (tx) => claimKeys(tx, ['z', 'a'], newClaim));
  await untilLockWait(app.admin);
  // If the other request had `z` already, the two would wait for each other.
  await insert('z');
  await other.query('rollback');
  other.release();
  assert.deepEqual(await claimed, ['a', 'z']);
  // Without a response they would break an invariant.
  await app.admin.query('delete from idempotency_keys where merchant_id = $1', [shop.merchant_id]);
});
