import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Permission, type Role, roles, rolesByPermission } from '../../core/permissions.ts';
import { covers } from './rules.ts';

/** A literal list, so that a change of the permissions that lets a role grant more fails here. */
const grantableBy: Record<Role, Role[]> = {
  owner: ['owner', 'manager', 'cashier', 'stock_clerk', 'viewer'],
  manager: ['manager', 'cashier', 'stock_clerk', 'viewer'],
  cashier: ['cashier'],
  stock_clerk: ['stock_clerk'],
  viewer: ['viewer'],
};

for (const granting of roles) {
  test(`${granting} covers ${grantableBy[granting].join(', ')}`, () =>
    assert.deepEqual(
      roles.filter((role) => covers(granting, role)),
      grantableBy[granting],
    ));
}

/** The roles with each permission. */
const expected: Record<Permission, Role[]> = {
  'merchant:read': [...roles],
  'merchant:write': ['owner'],
  'places:read': [...roles],
  'places:write': ['owner', 'manager'],
  'staff:read': ['owner', 'manager'],
  'staff:write': ['owner', 'manager'],
  'staff:sessions': ['owner'],
  'staff:recover': ['owner'],
  'api-keys:read': ['owner'],
  'api-keys:write': ['owner'],
  'catalogue:read': [...roles],
  'catalogue:write': ['owner', 'manager'],
  'costs:read': ['owner', 'manager', 'stock_clerk', 'viewer'],
  'stock:read': [...roles],
  'stock:write': ['owner', 'manager', 'stock_clerk'],
  'customers:read': ['owner', 'manager', 'cashier', 'viewer'],
  'customers:write': ['owner', 'manager', 'cashier'],
  'customers:correct': ['owner', 'manager'],
  'customers:export': ['owner', 'manager'],
  'customers:erase': ['owner', 'manager'],
  'sales:read': ['owner', 'manager', 'cashier', 'viewer'],
  'sales:write': ['owner', 'manager', 'cashier'],
  'sales:refund': ['owner', 'manager', 'cashier'],
  'sales:void': ['owner', 'manager'],
  'registers:read': ['owner', 'manager', 'cashier', 'viewer'],
  'registers:write': ['owner', 'manager'],
  'shifts:read': ['owner', 'manager', 'cashier', 'viewer'],
  'shifts:write': ['owner', 'manager', 'cashier'],
  'shifts:expected': ['owner', 'manager', 'viewer'],
  'closures:correct': ['owner', 'manager'],
  'journal:read': ['owner', 'manager', 'viewer'],
  'approvals:read': ['owner', 'manager', 'cashier', 'stock_clerk'],
  'approvals:write': ['owner', 'manager', 'cashier', 'stock_clerk'],
  'events:read': ['owner', 'manager'],
  'jobs:read': ['owner'],
  'audit:read': ['owner'],
  'webhooks:read': ['owner', 'manager'],
  'webhooks:write': ['owner', 'manager'],
  'sync:read': ['owner', 'manager', 'cashier', 'stock_clerk'],
  'reports:read': ['owner', 'manager', 'viewer'],
};

test('the table of permissions matches the expected one', () => assert.deepEqual({ ...rolesByPermission }, expected));

test('the owner has every permission', () => {
  for (const [permission, allowed] of Object.entries(expected)) assert.ok(allowed.includes('owner'), permission);
});
