import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Permission, rolesByPermission } from '../../session/permissions.ts';
import type { Session } from '../../session/session.tsx';
import { sectionsFor } from './sections.ts';

const sectionsOf = (role: string, branch_ids: string[] | null = null) =>
  sectionsFor({
    user: { branch_ids },
    may: (permission: Permission) => (rolesByPermission[permission] as readonly string[]).includes(role),
  } as Session)
    .map(({ to }) => to.replace('/settings/', ''))
    .join(' ');

test('each role sees the sections that it may use', () => {
  assert.equal(
    sectionsOf('owner'),
    'shop places registers accounting staff account devices webhooks api-keys jobs audit',
  );
  assert.equal(sectionsOf('manager'), 'shop places registers staff account devices webhooks');
  assert.equal(sectionsOf('cashier'), 'shop places registers account devices');
});

test('a user limited to branches does not see what covers all branches', () => {
  assert.equal(sectionsOf('manager', ['b']), 'shop places registers staff account devices');
});
