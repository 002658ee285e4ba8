import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rolesByPermission, roles as rolesOfService } from '../../server/src/kernel/permissions.ts';
import { rights, roles } from '../../web/src/session/rights.ts';

test('the pages show to each role what the service lets it do, and no more', () => {
  const permissions: Record<string, readonly string[]> = rolesByPermission;
  for (const [right, who] of Object.entries(rights)) assert.deepEqual(who, permissions[right], right);
  assert.deepEqual(roles, rolesOfService);
});
