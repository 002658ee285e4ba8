import assert from 'node:assert/strict';
import { test } from 'node:test';
import { branchesToGrant, homesOf, isLimited, rolesToGrant, staffFieldsFrom } from './role-rules.ts';

const branches = ['a', 'b', 'c'].map((id) => ({ id }));
const idsOf = (some: readonly { id: string }[]) => some.map(({ id }) => id).join(' ');

test('a user can give only roles without more permissions than their own', () => {
  assert.deepEqual(rolesToGrant('owner'), ['owner', 'manager', 'cashier', 'stock_clerk', 'viewer']);
  assert.deepEqual(rolesToGrant('manager'), ['manager', 'cashier', 'stock_clerk', 'viewer']);
});

test('a member without an e-mail address gets fewer roles', () =>
  assert.deepEqual(rolesToGrant('owner', true), ['cashier', 'stock_clerk']));

test('a user can give access only to their own branches', () => {
  const granted = [null, [], ['b'], ['c', 'a', 'other']].map((own) => idsOf(branchesToGrant(branches, own)));
  assert.deepEqual(granted, ['a b c', '', 'b', 'a c']);
});

test('the home is one of the chosen branches, and any branch for an owner or without a choice', () => {
  for (const [role, chosen, limited, homes] of [
    ['cashier', ['c', 'b'], true, 'b c'],
    ['cashier', ['a'], true, 'a'],
    ['cashier', [], false, 'a b c'],
    ['owner', ['b'], false, 'a b c'],
  ] as const) {
    assert.equal(isLimited(role, chosen), limited);
    assert.equal(idsOf(homesOf(branches, { role, chosen })), homes);
  }
});

test('reads the fields of the form: branches in a fixed order, none as null, and those not shown left out', () => {
  assert.deepEqual(staffFieldsFrom({ name: ' Anna ', role: 'cashier' }), { name: 'Anna', role: 'cashier' });
  assert.deepEqual(staffFieldsFrom({ name: 'Anna', role: 'viewer', branch_ids: 'b,a', branch_id: 'a' }), {
    name: 'Anna',
    role: 'viewer',
    branch_ids: ['a', 'b'],
    branch_id: 'a',
  });
  assert.deepEqual(staffFieldsFrom({ role: 'viewer', branch_ids: '', branch_id: '' }), {
    name: '',
    role: 'viewer',
    branch_ids: null,
    branch_id: null,
  });
});
