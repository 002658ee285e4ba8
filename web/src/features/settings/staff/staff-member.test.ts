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

test('an invitation expires at its time', ({ mock }) => {
  mock.timers.enable({ apis: ['Date'], now: 1_000_000 });
  const at = (milliseconds: number) => ({ invitation_expires_at: new Date(milliseconds).toISOString() });
  assert.deepEqual([{ invitation_expires_at: null }, at(1_000_001), at(1_000_000), at(999_999)].map(hasExpired), [
    false,
    false,
    true,
    true,
  ]);
});
