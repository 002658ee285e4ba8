import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Merchant } from './actor.ts';
import { roles } from './permissions.ts';
import { maxBackdateDays, maxDiscountPpm, toSellingLimits } from './selling-limits.ts';

const merchant = {
  price_override_roles: [] as string[],
  ...{ owner_max_discount_ppm: 1_000_000, manager_max_discount_ppm: 500_000, cashier_max_discount_ppm: 12_500 },
  ...{ owner_max_backdate_days: 90, manager_max_backdate_days: 30, cashier_max_backdate_days: 7 },
  refund_to_original_method: true,
} as Merchant;

test('each role that sells has its own limits, and the others may do nothing', () => {
  assert.deepEqual(
    roles.map((role) => [role, maxDiscountPpm(merchant, role), maxBackdateDays(merchant, role)]),
    [
      ['owner', 1_000_000, 90],
      ['manager', 500_000, 30],
      ['cashier', 12_500, 7],
      ['stock_clerk', 0, 0],
      ['viewer', 0, 0],
    ],
  );
});

test('a role that may change prices has no limit of discounts', () => {
  const changing = { ...merchant, price_override_roles: ['manager'] };
  assert.deepEqual([maxDiscountPpm(changing, 'manager'), maxDiscountPpm(changing, 'cashier')], [undefined, 12_500]);
});

test('the API shows the limits in percent and days', () => {
  assert.deepEqual(toSellingLimits(merchant), {
    max_discount_percent: { owner: 100, manager: 50, cashier: 1.25 },
    max_backdate_days: { owner: 90, manager: 30, cashier: 7 },
    refund_to_original_method: true,
  });
});
