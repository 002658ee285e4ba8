import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rolesByPermission, roles as rolesOfService } from '../../server/src/core/permissions.ts';
import { grantable } from '../../server/src/features/api-keys/rules.ts';
import { permissionGroups } from '../../web/src/features/settings/api-keys/permissions.ts';
import { en } from '../../web/src/language/en.ts';
import { roles, rolesByPermission as rolesOfPages } from '../../web/src/session/permissions.ts';

test('the permissions of each role are the same in the pages and the service', () => {
  const permissions: Record<string, readonly string[]> = rolesByPermission;
  for (const [right, who] of Object.entries(rolesOfPages)) assert.deepEqual(who, permissions[right], right);
  assert.deepEqual(roles, rolesOfService);
});

test('the API key form offers every permission that a key may have, with a label', () => {
  const offered = Object.values(permissionGroups).flat();
  assert.deepEqual([...offered].sort(), [...grantable].sort());
  for (const permission of offered) assert.ok(`permission.${permission}` in en, permission);
});
