import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aShop, aStaffMember } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const app = await createTestApp();

test('an owner sets the smallest cash amount, and tills read it', async () => {
  const { owner } = await aShop(app, { currency: 'CHF' });
  for (const cash_rounding of [0.01, 0.05, 10_000, null]) {
    const { status, body } = await owner.put('/merchant', { cash_rounding });
    assert.deepEqual([status, body.data.cash_rounding], [200, cash_rounding]);
    assert.equal((await owner.get('/merchant')).body.data.cash_rounding, cash_rounding);
    const records = (await owner.get('/sync')).body.data;
    const merchant = records.find(({ kind }: { kind: string }) => kind === 'merchant');
    assert.equal(merchant.cash_rounding, cash_rounding);
  }
});

test('rejects a smallest cash amount that is no coin or note, and changes nothing', async () => {
  const { owner } = await aShop(app, { currency: 'CHF' });
  await owner.put('/merchant', { cash_rounding: 0.05 });
  for (const cash_rounding of [0, -0.05, 0.005, 0.051, 10_000.01, '0.05']) {
    const { status, body } = await owner.put('/merchant', { cash_rounding });
    const fields = body.error.details.map(({ field }: { field: string }) => field);
    assert.deepEqual([status, fields], [422, ['cash_rounding']], String(cash_rounding));
  }
  assert.equal((await owner.get('/merchant')).body.data.cash_rounding, 0.05);
});

test('no other role sets it, and no other merchant has it', async () => {
  const shop = await aShop(app, { currency: 'CHF' });
  const manager = await aStaffMember(shop, 'manager');
  assert.equal((await manager.put('/merchant', { cash_rounding: 0.05 })).status, 403);
  assert.equal((await shop.owner.get('/merchant')).body.data.cash_rounding, null);
  await shop.owner.put('/merchant', { cash_rounding: 0.05 });
  const other = await aShop(app, { currency: 'CHF' });
  assert.equal((await other.owner.get('/merchant')).body.data.cash_rounding, null);
});
