import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Session } from '../../../session/session.tsx';
import { hasExpired, mayEdit } from './staff-member.ts';

const session = (role: string, branch_ids: string[] | null, mayWrite = true) =>
  ({ user: { role, branch_ids }, may: (permission: string) => mayWrite && permission === 'staff:write' }) as Session;
const member = (role: 'owner' | 'manager' | 'cashier', branch_ids: string[] | null) => ({ role, branch_ids });

test('a user edits staff with fewer or the same permissions, in their own branches', () => {
  assert.ok(mayEdit(session('owner', null), member('owner', null)));
  assert.ok(mayEdit(session('manager', null), member('manager', ['a'])));
  assert.ok(!mayEdit(session('manager', null), member('owner', null)));
  assert.ok(!mayEdit(session('owner', null, false), member('cashier', null)));
  assert.ok(mayEdit(session('manager', ['a', 'b']), member('cashier', ['b'])));
  assert.ok(!mayEdit(session('manager', ['a', 'b']), member('cashier', ['b', 'c'])));
  assert.ok(!mayEdit(session('manager', ['a', 'b']), member('cashier', null)));
});

test('an invitation expires at its time', () => {
  const at = (milliseconds: number) => ({
    invitation_expires_at: new Date(Date.now() + milliseconds).toISOString(),
  });
  assert.deepEqual(
    [hasExpired({ invitation_expires_at: null }), hasExpired(at(60_000)), hasExpired(at(-1))],
    [false, false, true],
  );
});
