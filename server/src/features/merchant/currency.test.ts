import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldsOf } from '../../../../test/caller.ts';
import { aRegister, aShift } from '../../../../test/registers.ts';
import { aShop, type Shop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const app = await createTestApp();

const changeCurrency = ({ owner }: Shop) => owner.put('/merchant', { currency: 'JPY' });

const amounts: [name: string, add: (shop: Shop) => Promise<unknown>][] = [
  ['a register with a float', (shop) => aRegister(shop, { opening_float: 100 })],
  ['a shift without a float', (shop) => aShift(shop, { counted_float: 0 })],
];
for (const [name, add] of amounts)
  test(`the currency cannot change after there is ${name}`, async () => {
    const shop = await aShop(app);
    await add(shop);
    const answer = await changeCurrency(shop);
    assert.deepEqual([answer.status, answer.body.error?.code], [422, 'INVALID_STATE'], answer.text);
    assert.deepEqual(fieldsOf(answer), ['currency']);
  });

test('the currency can change while registers have no float', async () => {
  const shop = await aShop(app);
  await aRegister(shop);
  assert.equal((await changeCurrency(shop)).status, 200);
});
