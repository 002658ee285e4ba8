import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldsOf } from '../../../../test/caller.ts';
import { aRegister, aShift } from '../../../../test/registers.ts';
import { aProduct, aShop, aStaffMember } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const app = await createTestApp();
const shop = await aShop(app);
const { owner } = shop;
const cashier = await aStaffMember(shop, 'cashier');
const tea = await aProduct(shop, { price: 11, stock: 1_000 });

const cash = (amount: number) => [{ method: 'cash', amount }];

async function park(register_id: string) {
  const body = { items: [{ product_id: tea.id, quantity: 1 }], register_id, status: 'pending' };
  const response = await cashier.post('/transactions', body);
  assert.equal(response.status, 201, response.text);
  return response.body.data;
}

test('a completed sale belongs to the shift where it is paid', async () => {
  const shift = await aShift(shop, { counted_float: 0 });
  const parked = await park(shift.register_id);
  assert.deepEqual([parked.register_id, parked.shift_id], [shift.register_id, null]);
  assert.deepEqual((await owner.get(`/shifts/${shift.id}`)).body.data.expected, cash(0));
  const other = await aShift(shop, { counted_float: 0 });
  const completion = { payment_method: 'cash', register_id: other.register_id };
  const completed = await cashier.post(`/transactions/${parked.id}/complete`, completion);
  assert.deepEqual([completed.status, completed.body.data.shift_id], [200, other.id]);
  assert.deepEqual((await owner.get(`/shifts/${other.id}`)).body.data.expected, cash(11));
  const sales = (await owner.get(`/transactions?shift_id=${other.id}`)).body.data;
  assert.deepEqual(
    sales.map(({ id }: { id: string }) => id),
    [parked.id],
  );
});

test('a parked sale is paid at the register where it was parked, unless the request names another or none', async () => {
  const { id: register_id } = await aRegister(shop, { requires_shift: true });
  const { id: shift_id } = await aShift(shop, { register_id });
  const complete = async (fields: object) => {
    const { id } = await park(register_id);
    return cashier.post(`/transactions/${id}/complete`, { payment_method: 'cash', ...fields });
  };
  const placeOf = ({ body }: Awaited<ReturnType<typeof complete>>) => [body.data.register_id, body.data.shift_id];
  assert.deepEqual(placeOf(await complete({})), [register_id, shift_id]);
  assert.deepEqual(placeOf(await complete({ register_id: null })), [null, null]);
  const { id: parked_id } = await park(register_id);
  assert.equal((await cashier.post(`/shifts/${shift_id}/count`, { counted: cash(111) })).status, 200);
  assert.equal((await cashier.post(`/shifts/${shift_id}/close`, {})).status, 200);
  const late = await cashier.post(`/transactions/${parked_id}/complete`, { payment_method: 'cash' });
  assert.deepEqual([late.body.error.code, fieldsOf(late)], ['INVALID_STATE', ['register_id']]);
});
