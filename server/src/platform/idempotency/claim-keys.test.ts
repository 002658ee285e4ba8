import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aShop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { untilLockWait } from '../../../../test/waiting.ts';
import type { Transaction } from '../database/handle.ts';
import { claimKeys, deleteOldAnswers, insertAnswers } from './queries.ts';

const app = await createTestApp();
const shop = await aShop(app);

const fingerprint = Buffer.from('request');
const sender = { actor_id: shop.owner_id, branch_ids: null };

/** Runs work with the keys `z` and `a` while another transaction has `a`, and then wants `z`. */
async function besideAnother(work: (tx: Transaction, keys: readonly string[]) => Promise<void>): Promise<void> {
  const other = await app.admin.connect();
  const insert = (key: string) =>
    other.query(
      `insert into idempotency_keys (merchant_id, key, fingerprint, created_at) values ($1, $2, '\\x00', now())`,
      [shop.merchant_id, key],
    );
  await other.query('begin');
  await insert('a');
  let tries = 0;
  const working = app.database.transaction(shop.merchant_id, (tx) => {
    tries += 1;
    return work(tx, ['z', 'a']);
  });
  await untilLockWait(app.admin);
  // If the other request had `z` already, the two would wait for each other.
  await insert('z');
  await other.query('rollback');
  other.release();
  await working;
  assert.equal(tries, 1, 'a deadlock is tried again');
  const { rows } = await app.admin.query<{ key: string }>(
    // Without a response they would break an invariant.
    'delete from idempotency_keys where merchant_id = $1 returning key',
    [shop.merchant_id],
  );
  assert.deepEqual(rows.map(({ key }) => key).sort(), ['a', 'z']);
}

test('claims keys in their order, so that two requests never wait for each other', async () => {
  const claim = { ...sender, fingerprint, now: app.clock.now() };
  await besideAnother(async (tx, keys) => assert.deepEqual(await claimKeys(tx, keys, claim), ['a', 'z']));
});

const answerOf = (key: string, created_at = app.clock.now()) => ({
  ...sender,
  ...{ key, fingerprint, status: 201, body: '{}', created_at },
});

test('stores responses in the order of their keys, so that two groups never wait for each other', () =>
  besideAnother(async (tx, keys) =>
    insertAnswers(
      tx,
      keys.map((key) => answerOf(key)),
    ),
  ));

test('deletes the responses from before a time', async () => {
  const [before, at] = ['2026-03-01T10:00:00.000Z', '2026-03-01T10:00:00.001Z'];
  await app.database.transaction(shop.merchant_id, async (tx) =>
    insertAnswers(tx, [answerOf('old', before), answerOf('new', at)]),
  );
  await app.database.transaction(shop.merchant_id, (tx) => deleteOldAnswers(tx, at));
  const { rows } = await app.admin.query('select key from idempotency_keys where merchant_id = $1', [shop.merchant_id]);
  assert.deepEqual(rows, [{ key: 'new' }]);
});
