import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Permission, rolesByPermission } from '../../session/permissions.ts';
import type { Session } from '../../session/session.tsx';
import { navItemsFor } from './nav-items.ts';

const pagesOf = (role: string) =>
  navItemsFor({
    may: (permission: Permission) => (rolesByPermission[permission] as readonly string[]).includes(role),
  } as Session)
    .map(({ to }) => to)
    .join(' ');

test('each role sees the pages that it may use', () => {
  assert.equal(pagesOf('owner'), '/ /till /sales /shifts /approvals /customers /products /stock /reports /settings');
  assert.equal(pagesOf('manager'), pagesOf('owner'));
  assert.equal(pagesOf('cashier'), '/till /sales /shifts /approvals /customers /products /stock /settings');
  assert.equal(pagesOf('stock_clerk'), '/approvals /products /stock /settings');
  assert.equal(pagesOf('viewer'), '/ /sales /shifts /customers /products /stock /reports /settings');
});
