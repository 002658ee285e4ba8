import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anOperationContext, aShop, forgetEvents } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { invalidState } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import type { Transaction } from './handle.ts';

const app = await createTestApp();
const shop = await aShop(app);
const ctx = await anOperationContext(shop);

const customer = {
  name: 'Ann',
  email: null,
  phone: null,
  address: null,
  points: 0n,
  lifetime_value: 0n,
  created_at: ctx.now,
};
function emit(tx: Transaction): string {
  const id = newId();
  tx.emit({ type: 'customer.created', subject_id: id, payload: { id, ...customer }, ctx });
  return id;
}
const listSubjects = async (): Promise<string[]> =>
  (await app.admin.query(`select subject_id from events where type = 'customer.created' order by id`)).rows.map(
    ({ subject_id }) => subject_id,
  );

test('writes events before the commit, each once and in order, and notifies once', async () => {
  await forgetEvents(shop);
  const seen: (readonly string[])[] = [];
  app.database.onEmitted((merchant_id, types) => {
    if (merchant_id === shop.merchant_id) seen.push([...types]);
  });
  const written = await app.database.transaction(shop.merchant_id, async (tx) => {
    const first = emit(tx);
    await tx.writeOutbox();
    assert.deepEqual(seen, []);
    const second = emit(tx);
    await tx.writeOutbox();
    await tx.writeOutbox();
    return [first, second, emit(tx)];
  });
  assert.deepEqual(await listSubjects(), written);
  assert.deepEqual(seen, [['customer.created']]);
  await forgetEvents(shop);
});

test('written events are lost with a rollback, and cannot be written inside of an attempt', async () => {
  await assert.rejects(
    app.database.transaction(shop.merchant_id, async (tx) => {
      emit(tx);
      await tx.writeOutbox();
      throw invalidState('No');
    }),
    { code: 'INVALID_STATE' },
  );
  assert.deepEqual(await listSubjects(), []);
  await assert.rejects(
    app.database.transaction(shop.merchant_id, (tx) => tx.attempt(() => tx.writeOutbox())),
    /cannot be written inside of an attempt/,
  );
  await app.database.transaction(shop.merchant_id, async (tx) => {
    await tx.attempt(async () => undefined);
    await tx.writeOutbox();
  });
});
