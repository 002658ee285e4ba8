import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Permission, roles, rolesByPermission } from '../../session/permissions.ts';
import { isForDecision, keepShown, mayDecideAny, minutesLeft, needsPolling, refusalOf } from './approval-rules.ts';

const mayOf = (role: string) => (what: Permission) => (rolesByPermission[what] as readonly string[]).includes(role);

test('a user decides what is pending and was requested by another person', () => {
  assert.equal(isForDecision({ state: 'pending', requested_by: 'cass' }, 'mia'), true);
  assert.equal(isForDecision({ state: 'pending', requested_by: 'mia' }, 'mia'), false);
  for (const state of ['approved', 'denied', 'expired', 'consumed'] as const)
    assert.equal(isForDecision({ state, requested_by: 'cass' }, 'mia'), false, state);
});

test('owners and managers decide, and other roles that a rule names', () => {
  const without = { approval_rules: [] };
  const named = { approval_rules: [{ exempt_roles: [] }, {}, { exempt_roles: ['cashier', 'viewer'] }] };
  const decide = (merchant: typeof named | typeof without) =>
    roles.filter((role) => mayDecideAny({ user: { role }, merchant, may: mayOf(role) }));
  assert.deepEqual(decide(without), ['owner', 'manager']);
  assert.deepEqual(decide(named), ['owner', 'manager', 'cashier'], 'a viewer decides nothing');
});

test('reads pending approvals again, unless an event would say that there is a first one', () => {
  const polls = (pending: number | undefined) => roles.filter((role) => needsPolling(mayOf(role), pending));
  assert.deepEqual([polls(undefined), polls(1)], [roles, roles]);
  assert.deepEqual(polls(0), ['cashier', 'stock_clerk', 'viewer']);
});

test('counts the minutes until an approval expires, rounded up', () => {
  const now = Date.parse('2026-03-12T14:30:00.000Z');
  const left = (time: string) => minutesLeft(`2026-03-12T${time}Z`, now);
  assert.deepEqual(
    [left('14:40:00.000'), left('14:31:00.001'), left('14:31:00.000'), left('14:30:00.001')],
    [10, 2, 1, 1],
  );
  assert.deepEqual([left('14:30:00.000'), left('14:20:00.000')], [0, 0]);
});

test('what was decided keeps its place, and what is new comes last', () => {
  const [first, second, third] = [{ id: '1' }, { id: '2' }, { id: '3' }];
  const shown = keepShown([], [first, second]);
  assert.deepEqual(shown, [first, second]);
  assert.deepEqual(keepShown(shown, [second, third]), [first, second, third]);
  assert.deepEqual(keepShown(shown, []), [first, second]);
});

test('shows the latest of each approval, and the same list if nothing has changed', () => {
  const [first, second, changed] = [{ id: '1' }, { id: '2' }, { id: '1', name: 'new' }];
  const shown = [first, second];
  assert.equal(keepShown(shown, [second, first]), shown);
  assert.equal(keepShown(shown, [second]), shown);
  assert.equal(keepShown(shown, [changed])[0], changed);
});

test('says why an approval was not given', () => {
  const denied = { state: 'denied', decided_by_name: 'Mia', reason: 'No receipt' } as const;
  assert.deepEqual(refusalOf(denied), { text: 'approval.deniedWhy', name: 'Mia', reason: 'No receipt' });
  assert.deepEqual(refusalOf({ ...denied, reason: null }), { text: 'approval.denied', name: 'Mia', reason: '' });
  assert.equal(refusalOf({ state: 'expired', decided_by_name: null, reason: null })?.text, 'approval.expired');
  for (const state of ['pending', 'approved', 'consumed'] as const)
    assert.equal(refusalOf({ ...denied, state }), undefined, state);
  assert.equal(refusalOf(undefined), undefined);
});
