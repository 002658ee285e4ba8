import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  isAllowed,
  type Permission,
  rolesByPermission,
  roles as rolesOfService,
} from '../../server/src/core/permissions.ts';
import { grantable } from '../../server/src/features/api-keys/rules.ts';
import { permissionGroups } from '../../web/src/features/settings/api-keys/permissions.ts';
import { en } from '../../web/src/language/en.ts';
import { roles, rolesByPermission as rolesOfPages } from '../../web/src/session/permissions.ts';

test('the permissions of each role are the same in the pages and the service', () => {
  const permissions: Record<string, readonly string[]> = rolesByPermission;
  for (const [right, who] of Object.entries(rolesOfPages)) assert.deepEqual(who, permissions[right], right);
  assert.deepEqual(roles, rolesOfService);
});

/** What a page offers to everyone who can open it, without asking for a permission again. */
const impliedPermissions: readonly [Permission, readonly Permission[]][] = [
  ['catalogue:write', ['costs:read']],
  ['customers:read', ['sales:read']],
  ['reports:read', ['costs:read', 'sales:read']],
  ['sales:write', ['sales:read', 'customers:read', 'customers:write']],
  ['webhooks:read', ['webhooks:write', 'events:read']],
  ['api-keys:read', ['api-keys:write']],
];

test('a role that can open a page has the other permissions that the page relies on', () => {
  for (const [permission, others] of impliedPermissions)
    for (const role of rolesByPermission[permission])
      for (const other of others) assert.ok(isAllowed(role, other), `${role}: ${permission} without ${other}`);
});

test('the API key form offers every permission that a key may have, with a label', () => {
  const offered = Object.values(permissionGroups).flat();
  assert.deepEqual([...offered].sort(), [...grantable].sort());
  for (const permission of offered) assert.ok(`permission.${permission}` in en, permission);
});
