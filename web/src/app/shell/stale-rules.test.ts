import assert from 'node:assert/strict';
import { test } from 'node:test';
import { staleKinds } from './stale-rules.ts';

test('an event makes the pages stale that show what it changed', () => {
  const expected: Record<string, string[]> = {
    'sale.completed': ['dashboard', 'sales', 'products', 'stock', 'reports', 'customers', 'shifts'],
    'product.updated': ['products', 'stock', 'dashboard', 'catalogue'],
    'category.updated': ['products', 'stock', 'reports'],
    'stock.low': ['products', 'stock', 'dashboard', 'reports'],
    'customer.created': ['customers', 'dashboard'],
    'points.corrected': ['customers'],
    'register.updated': ['registers'],
    'shift.counted': ['shifts', 'closures'],
    'cash_movement.voided': ['shifts'],
    'closure.corrected': ['closures'],
    'approval.decided': ['approvals'],
    'export.finished': ['exports'],
    'import.finished': ['imports', 'products', 'stock', 'dashboard'],
    'merchant.updated': ['session'],
    'accounting.updated': ['accounting'],
    'branch.updated': ['session'],
    'warehouse.updated': ['warehouses'],
    'staff.updated': ['session', 'staff'],
    'day.closed': [],
    'sales.other': [],
  };
  for (const [type, kinds] of Object.entries(expected)) assert.deepEqual(staleKinds(type), kinds, type);
});
