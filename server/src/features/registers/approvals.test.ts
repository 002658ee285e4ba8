import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ActRequest, approved, codeOf, send } from '../../../../test/approvals.ts';
import { fieldsOf } from '../../../../test/caller.ts';
import { aRegister, aShift } from '../../../../test/registers.ts';
import { aShop, aStaffMember } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { newId } from '../../core/ids.ts';

const app = await createTestApp();
const shop = await aShop(app);
const { owner } = shop;
const cashier = await aStaffMember(shop, 'cashier');
const manager = await aStaffMember(shop, 'manager');
const rules = async (...approval_rules: object[]) => {
  const { status, text } = await owner.put('/merchant', { approval_rules });
  assert.equal(status, 200, text);
};
const cash = (amount: number) => [{ method: 'cash', amount }];
const movementsOf = async (id: string) => (await owner.get(`/shifts/${id}/movements`)).body.meta.total;

test('cash above the limit of the rule is paid out with an approval', async () => {
  await rules({ action: 'paid_out', above_amount: 20 });
  const shift = await aShift(shop);
  const path = `/shifts/${shift.id}/movements`;
  const pay = (amount: number, type = 'paid_out') => ({
    action: 'paid_out',
    path,
    body: { type, amount, reason: 'Flowers' },
  });
  assert.equal(codeOf(await send(cashier, pay(20))), '201 OK');
  assert.equal(codeOf(await send(cashier, pay(500, 'paid_in'))), '201 OK');
  const act: ActRequest = pay(20.01);
  assert.equal(codeOf(await send(cashier, act)), '403 APPROVAL_REQUIRED');
  assert.equal(await movementsOf(shift.id), 2);
  const id = await approved(cashier, manager, act);
  assert.equal(codeOf(await send(cashier, pay(20.02), id)), '403 APPROVAL_INVALID');
  assert.equal(codeOf(await send(cashier, act, id)), '201 OK');
  assert.equal(codeOf(await send(cashier, act, id)), '403 APPROVAL_INVALID');
  assert.equal(codeOf(await send(manager, act)), '201 OK');
  assert.equal(await movementsOf(shift.id), 4);
});

test('cash that was paid in is voided with the approval that paying it out needs', async () => {
  await rules({ action: 'paid_out', above_amount: 20 });
  const shift = await aShift(shop);
  const path = `/shifts/${shift.id}/movements`;
  const paidIn = async (amount: number): Promise<ActRequest> => {
    const { body } = await manager.post(path, { type: 'paid_in', amount, reason: 'Change' });
    return { action: 'paid_out', path: `${path}/${body.data.id}/void`, body: { reason: 'Wrong' } };
  };
  assert.equal(codeOf(await send(cashier, await paidIn(20))), '200 OK');
  const act = await paidIn(20.01);
  assert.equal(codeOf(await send(cashier, act)), '403 APPROVAL_REQUIRED');
  assert.deepEqual((await owner.get(`/shifts/${shift.id}`)).body.data.expected, cash(shift.opening_float + 20.01));
  const id = await approved(cashier, manager, act);
  assert.match((await owner.get(`/approvals/${id}`)).body.data.summary, /^Void 20\.01 paid into the drawer of /);
  assert.equal(codeOf(await send(cashier, act, id)), '200 OK');
  assert.equal(codeOf(await send(manager, await paidIn(500))), '200 OK');
  const paidOut = await manager.post(path, { type: 'paid_out', amount: 30, reason: 'Milk' });
  const undoing = { action: 'paid_out', path: `${path}/${paidOut.body.data.id}/void`, body: { reason: 'Wrong' } };
  assert.equal((await cashier.post('/approvals', { method: 'POST', ...undoing })).status, 422);
  assert.equal(codeOf(await send(cashier, undoing)), '200 OK');
});

test('a drawer is opened without a sale with an approval, if the rule says so', async () => {
  await rules({ action: 'no_sale', exempt_roles: ['owner'] });
  const shift = await aShift(shop);
  const body = { type: 'no_sale', reason: 'Change' };
  const act: ActRequest = { action: 'no_sale', path: `/shifts/${shift.id}/movements`, body };
  assert.equal(codeOf(await send(manager, act)), '403 APPROVAL_REQUIRED');
  assert.equal(codeOf(await send(manager, act, await approved(manager, owner, act))), '201 OK');
});

/** A shift counted with this much more or less than it should have. */
async function aCountedShift(difference: number, card = 0, register: object = {}): Promise<string> {
  const { id: register_id } = await aRegister(shop, register);
  const { id } = await aShift(shop, { register_id, counted_float: 100 });
  const counted = [...cash(100 + difference), ...(card === 0 ? [] : [{ method: 'card', amount: card }])];
  assert.equal((await cashier.post(`/shifts/${id}/count`, { counted })).status, 200);
  return `/shifts/${id}/close`;
}

test('a variance above the limit is closed with an approval', async () => {
  const { body } = await owner.put('/merchant', { approval_rules: [], variance_limit: 5 });
  assert.equal(body.data.variance_limit, 5);
  for (const [difference, card, code] of [
    [0, 0, '200 OK'],
    [-5, 0, '200 OK'],
    [5, 0, '200 OK'],
    [-5.01, 0, '403 APPROVAL_REQUIRED'],
    [5.01, 0, '403 APPROVAL_REQUIRED'],
    [-3, 3, '403 APPROVAL_REQUIRED'],
  ] as const) {
    const path = await aCountedShift(difference, card);
    assert.equal(codeOf(await send(cashier, { action: 'shift_variance', path, body: {} })), code, `${difference}`);
  }
  const act: ActRequest = { action: 'shift_variance', path: await aCountedShift(-9), body: { note: 'A note is lost' } };
  assert.equal(codeOf(await send(cashier, act)), '403 APPROVAL_REQUIRED');
  assert.equal((await owner.get(act.path.replace('/close', ''))).body.data.status, 'counting');
  const closed = await send(cashier, act, await approved(cashier, manager, act));
  assert.deepEqual([closed.status, closed.body.data.variance], [200, cash(-9)]);
  assert.equal(
    codeOf(await send(owner, { action: 'shift_variance', path: await aCountedShift(-50), body: {} })),
    '200 OK',
  );
});

test('an approval to close is for the count that the approver saw', async () => {
  await rules({ action: 'shift_variance', above_amount: 5 });
  const path = await aCountedShift(-6);
  const act: ActRequest = { action: 'shift_variance', path, body: {} };
  const id = await approved(cashier, manager, act);
  const counted = await cashier.post(path.replace('/close', '/recount'), { counted: cash(0) });
  assert.equal(counted.status, 200, counted.text);
  assert.equal(codeOf(await send(cashier, act, id)), '403 APPROVAL_INVALID');
  assert.equal((await owner.get(path.replace('/close', ''))).body.data.status, 'counting');
  const again = await approved(cashier, manager, act);
  assert.match((await owner.get(`/approvals/${again}`)).body.data.summary, /with a variance; counted: cash 0$/);
  assert.equal(codeOf(await send(cashier, act, again)), '200 OK');
});

test('without a limit any variance needs an approval, and none does not', async () => {
  await rules({ action: 'shift_variance' });
  const close = async (difference: number) =>
    codeOf(await send(cashier, { action: 'shift_variance', path: await aCountedShift(difference), body: {} }));
  assert.deepEqual([await close(0), await close(0.01)], ['200 OK', '403 APPROVAL_REQUIRED']);
});

test('the error of a blind register does not say what is missing', async () => {
  await owner.put('/merchant', { approval_rules: [], variance_limit: 5 });
  const path = await aCountedShift(-9.25, 0, { blind_count: true });
  const refused = await send(cashier, { action: 'shift_variance', path, body: {} });
  assert.equal(codeOf(refused), '403 APPROVAL_REQUIRED');
  assert.doesNotMatch(refused.text, /9|100/);
});

test('the movements of a drawer and its closing have a summary, or name what they are not', async () => {
  await rules();
  const register = await aRegister(shop, { name: 'Bar' });
  const path = `/shifts/${(await aShift(shop, { register_id: register.id })).id}`;
  const ask = async (action: string, to: string, body?: object) => {
    const answer = await cashier.post('/approvals', { action, method: 'POST', path: to, ...(body && { body }) });
    return answer.body.data?.summary ?? fieldsOf(answer);
  };
  const move = (action: string, body: object) => ask(action, `${path}/movements`, body);
  assert.equal(
    await move('paid_out', { type: 'paid_out', amount: 20, reason: 'milk' }),
    'Pay 20 out of the drawer of Bar',
  );
  assert.equal(await move('no_sale', { type: 'no_sale', reason: 'change' }), 'Open the drawer of Bar without a sale');
  assert.deepEqual(await move('paid_out', { type: 'paid_in', amount: 1 }), ['body']);
  assert.deepEqual(await ask('shift_variance', `/shifts/${newId()}/close`), ['path']);
  assert.deepEqual(await ask('paid_out', `${path}/movements/${newId()}/void`, { reason: 'x' }), ['path']);
  assert.deepEqual(await ask('shift_variance', `${path}/close`), ['path'], 'its count is to be approved');
  await owner.post(`${path}/count`, { counted: cash(90.5) });
  await owner.post(`${path}/recount`, { counted: cash(91.5) });
  assert.equal(
    await ask('shift_variance', `${path}/close`),
    'Close shift 1 of Bar with a variance; counted: cash 91.5',
  );
});
