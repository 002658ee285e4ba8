import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withTableLocked } from '../../../../../test/locked-table.ts';
import { aRegister, aShift } from '../../../../../test/registers.ts';
import { aShop } from '../../../../../test/shop.ts';
import { createTestApp } from '../../../../../test/test-app.ts';

const app = await createTestApp();

async function anOpenShift() {
  const shop = await aShop(app);
  const { id: register_id } = await aRegister(shop);
  const { id } = await aShift(shop, { register_id, counted_float: 10 });
  return {
    read: () => shop.owner.get(`/shifts/${id}`),
    print: () => shop.owner.get(`/shifts/${id}/report?format=csv`),
  };
}

test('reads one X report of a merchant at a time, also as a file, beside those of another', async () => {
  const [busy, other] = [await anOpenShift(), await anOpenShift()];
  await withTableLocked(app, 'cash_movements', async ({ waiting, release }) => {
    const answers = [busy.read(), busy.print(), busy.read()];
    await waiting(1);
    answers.push(other.read());
    assert.equal(await waiting(2), 2);
    await release();
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    assert.deepEqual(statuses, [200, 200, 200, 200]);
  });
});
