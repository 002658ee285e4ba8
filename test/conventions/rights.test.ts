import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rolesByPermission, roles as rolesOfService } from '../../server/src/core/permissions.ts';
import { grantable } from '../../server/src/features/api-keys/rules.ts';
import { en } from '../../web/src/language/en.ts';
import { permissionGroups } from '../../web/src/pages/settings/api-keys/permissions.ts';
import { rights, roles } from '../../web/src/session/rights.ts';

test('the pages offer each role exactly what the service allows', () => {
  const permissions: Record<string, readonly string[]> = rolesByPermission;
  for (const [right, who] of Object.entries(rights)) assert.deepEqual(who, permissions[right], right);
  assert.deepEqual(roles, rolesOfService);
});

test('the form of an API key offers every permission that a key may have, with its name', () => {
  const offered = Object.values(permissionGroups).flat();
  assert.deepEqual([...offered].sort(), [...grantable].sort());
  for (const permission of offered) assert.ok(`right.${permission}` in en, permission);
});
