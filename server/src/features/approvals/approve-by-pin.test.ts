import assert from 'node:assert/strict';
import { test } from 'node:test';
import { approved, askFor, codeOf, send } from '../../../../test/approvals.ts';
import { fieldsOf } from '../../../../test/caller.ts';
import { aPinSession, aTill, choosePin } from '../../../../test/pins.ts';
import { aShift } from '../../../../test/registers.ts';
import { aShop, aStaffMember } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const app = await createTestApp();
const shop = await aShop(app);
const { owner } = shop;
await owner.put('/merchant', { approval_rules: [{ action: 'no_sale' }] });
const cashier = await aStaffMember(shop, 'cashier');
const manager = await aStaffMember(shop, 'manager');
const other = await aStaffMember(shop, 'cashier');
await choosePin(cashier, '5937');
await choosePin(manager, '4821');
await choosePin(other, '8264');
const device_id = await aTill(cashier);
const shift = await aShift(shop);
const act = { action: 'no_sale', path: `/shifts/${shift.id}/movements`, body: { type: 'no_sale', reason: 'Change' } };
const stateOf = async (id: string) => (await owner.get(`/approvals/${id}`)).body.data.state;

test('a manager approves by PIN on the device of the requester, and is named', async () => {
  const id = await askFor(cashier, act);
  const decided = await cashier.post(`/approvals/${id}/approve`, { pin: '4821', device_id });
  assert.deepEqual([decided.status, decided.body.data.state], [200, 'approved']);
  assert.equal(decided.body.data.decided_by_name, 'A manager');
  const entries = (await owner.get(`/audit?subject_id=${id}&action=approval.decided`)).body.data;
  assert.deepEqual(
    entries.map(({ user_id }: { user_id: string }) => user_id),
    [decided.body.data.decided_by],
  );
  assert.doesNotMatch(JSON.stringify(entries), /4821/);
  assert.equal(codeOf(await send(cashier, act, id)), '201 OK');
});

test('a manager denies by PIN', async () => {
  const id = await askFor(cashier, act);
  const denied = await cashier.post(`/approvals/${id}/deny`, { pin: '4821', device_id, reason: 'Not now' });
  assert.deepEqual([denied.body.data.state, denied.body.data.reason], ['denied', 'Not now']);
});

test('a manager decides by PIN while the requester is signed in by PIN, which names the device', async () => {
  const till = await aTill(owner);
  const requester = await aPinSession(shop, till, '5937');
  for (const body of [{ pin: '4821', device_id: till }, { pin: '4821' }]) {
    const id = await askFor(requester, act);
    const decided = await requester.post(`/approvals/${id}/approve`, body);
    assert.deepEqual([decided.status, decided.body.data?.decided_by_name], [200, 'A manager'], decided.text);
    assert.equal(codeOf(await send(requester, act, id)), '201 OK');
  }
  const denied = await requester.post(`/approvals/${await askFor(requester, act)}/deny`, { pin: '4821' });
  assert.equal(denied.body.data?.state, 'denied', denied.text);
  const refused = await requester.post(`/approvals/${await askFor(requester, act)}/approve`, {
    pin: '4821',
    device_id,
  });
  assert.deepEqual([codeOf(refused), fieldsOf(refused)], ['422 VALIDATION_ERROR', ['device_id']]);
});

test('neither the requester nor a role without the right approves by PIN', async () => {
  const id = await askFor(cashier, act);
  for (const pin of ['5937', '8264'])
    assert.equal(codeOf(await cashier.post(`/approvals/${id}/approve`, { pin, device_id })), '403 FORBIDDEN');
  assert.equal(await stateOf(id), 'pending');
});

test('a wrong PIN decides nothing, and five lock the device', async () => {
  const id = await askFor(cashier, act);
  const till = await aTill(cashier);
  const enter = async (pin: string) => {
    const reply = await cashier.post(`/approvals/${id}/approve`, { pin, device_id: till });
    return [codeOf(reply), reply.status === 401 ? fieldsOf(reply) : []];
  };
  for (let turn = 0; turn < 5; turn += 1) assert.deepEqual(await enter('7391'), ['401 INVALID_CREDENTIALS', ['pin']]);
  assert.deepEqual(await enter('4821'), ['429 RATE_LIMITED', []]);
  assert.equal(await stateOf(id), 'pending');
});

test('a PIN needs the device of the session', async () => {
  const id = await askFor(cashier, act);
  const body = { pin: '4821' };
  for (const [caller, device, fields] of [
    [cashier, undefined, ['device_id']],
    [other, device_id, ['device_id']],
  ] as const) {
    const refused = await caller.post(`/approvals/${id}/approve`, { ...body, device_id: device });
    assert.deepEqual([codeOf(refused), fieldsOf(refused)], ['422 VALIDATION_ERROR', fields]);
  }
  const malformed = await cashier.post(`/approvals/${id}/approve`, { pin: '12', device_id });
  assert.deepEqual(fieldsOf(malformed), ['pin']);
  assert.equal(await stateOf(id), 'pending');
});

test('a role that needs a second factor does not approve by PIN alone', async () => {
  const id = await askFor(cashier, act);
  await owner.put('/merchant', { require_totp_roles: ['manager'] });
  const refused = await cashier.post(`/approvals/${id}/approve`, { pin: '4821', device_id });
  assert.equal(codeOf(refused), '403 FORBIDDEN');
  await owner.put('/merchant', { require_totp_roles: [] });
  assert.equal(await stateOf(id), 'pending');
  await approved(cashier, manager, act);
});
