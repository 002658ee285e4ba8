import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operations } from '../../../../client/src/api.generated.ts';
import {
  approvalInvalid,
  approvalRequired,
  expiredApproval,
  usedApproval,
} from '../../../../server/src/core/approvals.ts';
import {
  type ActName,
  type ApprovalAction,
  approvalBodyOf,
  approvalBodyOfSale,
  isUsedApproval,
  neededAction,
  withApproval,
} from './act-rules.ts';

const names: readonly ActName[] = [
  'createCashMovement',
  'voidCashMovement',
  'closeShift',
  'refundTransaction',
  'voidTransaction',
  'adjustStock',
];
const path = { id: '0198', movement_id: '0199' };

test('requests the approval for the method and address that the call is sent to', () => {
  for (const name of names) {
    const { method, path: address } = approvalBodyOf(name, { path, body: {} });
    const expected = operations[name];
    assert.deepEqual(
      [method, `/api/v1${address}`],
      [expected.method, expected.path.replace('{id}', path.id).replace('{movement_id}', path.movement_id)],
    );
  }
});

test('names the action of each call', () => {
  assert.deepEqual(
    names.map((name) => approvalBodyOf(name, { path, body: { type: 'paid_out' } }).action),
    ['paid_out', 'paid_out', 'shift_variance', 'refund', 'void', 'stock_adjustment'],
  );
  assert.equal(approvalBodyOf('createCashMovement', { path, body: { type: 'no_sale' } }).action, 'no_sale');
  assert.equal(approvalBodyOf('adjustStock', { body: { type: 'no_sale' } }).action, 'stock_adjustment');
});

test('contains the body of the call unchanged, and none if the call has none', () => {
  const body = { amount: 5, reason: 'Flowers' };
  assert.equal(approvalBodyOf('refundTransaction', { path, body }).body, body);
  assert.equal('body' in approvalBodyOf('closeShift', { path }), false);
});

test('sends the approval beside the unchanged call, instead of an earlier one', () => {
  const call = { path, body: { amount: 5 } };
  const first = withApproval(call, 'one');
  assert.deepEqual(first, { ...call, headers: { 'approval-id': 'one' } });
  assert.equal(first.body, call.body);
  assert.deepEqual(withApproval(first, 'two').headers, { 'approval-id': 'two' });
});

test('asks for a sale with its body, by the action that the error names first', () => {
  const path = { id: '4' };
  const body = { discount: 3 };
  assert.deepEqual(approvalBodyOfSale('createTransaction', { body }, 'price_override'), {
    action: 'price_override',
    method: 'POST',
    path: '/transactions',
    body,
  });
  assert.deepEqual(approvalBodyOfSale('updateTransaction', { path, body }, 'discount'), {
    action: 'discount',
    method: 'PUT',
    path: '/transactions/4',
    body,
  });
  const completion = approvalBodyOfSale('completeTransaction', { path, body }, 'discount');
  assert.deepEqual([completion.method, completion.path], ['POST', '/transactions/4/complete']);
  const needed = (...actions: ApprovalAction[]) =>
    neededAction(approvalRequired(actions.map((action) => ({ action }))).details);
  assert.deepEqual(
    [needed('price_override', 'discount'), needed('discount', 'price_override'), needed()],
    ['price_override', 'discount', 'discount'],
  );
  assert.equal(isUsedApproval(approvalInvalid(usedApproval)), true);
  assert.equal(isUsedApproval(approvalInvalid(expiredApproval)), false);
  assert.equal(neededAction([{ field: 'items', message: 'is needed for the action price_override' }]), 'discount');
});
