import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ValidationErrors } from '../../core/errors.ts';
import { type ApprovalRuleInput, convertRules, readApprovalRules, toApprovalRules } from './approval-rules.ts';

const read = (inputs: ApprovalRuleInput[], currency = 'USD') => {
  const errors = new ValidationErrors();
  return { rules: readApprovalRules(inputs, currency, errors), details: errors.details };
};

test('stores amounts in minor units and shares in millionths, and shows them as they were given', () => {
  const input = { action: 'discount', above_amount: 20.5, above_percent: 12.3456, exempt_roles: ['owner'] } as const;
  const { rules, details } = read([{ ...input, exempt_roles: ['owner', 'owner'] }]);
  assert.deepEqual(details, []);
  const [rule] = rules;
  assert.deepEqual([rule?.above_amount, rule?.above_ppm, rule?.above_quantity], [2_050, 123_456, null]);
  assert.deepEqual(toApprovalRules(rules, 'USD'), [{ ...input, above_quantity: null }]);
});

test('exempt roles are in the order of all roles, and may be missing', () => {
  const { rules } = read([{ action: 'refund', exempt_roles: ['cashier', 'owner'] }, { action: 'void' }]);
  assert.deepEqual(
    rules.map(({ exempt_roles }) => exempt_roles),
    [['owner', 'cashier'], []],
  );
});

test('names a second rule for an action, too many decimals, and limits that have no meaning for the action', () => {
  const { details } = read([
    { action: 'refund', above_amount: 1.005, above_quantity: 3 },
    { action: 'refund', above_percent: 1.23456 },
    { action: 'no_sale', above_amount: 1, above_percent: 1 },
    { action: 'stock_adjustment', above_quantity: 0, above_amount: 0, above_percent: 5 },
  ]);
  assert.deepEqual(
    details.map(({ field }) => field),
    [
      'approval_rules[0].above_amount',
      'approval_rules[0].above_quantity',
      'approval_rules[1].action',
      'approval_rules[1].above_percent',
      'approval_rules[2].above_amount',
      'approval_rules[2].above_percent',
      'approval_rules[3].above_percent',
    ],
  );
});

test('only refund, discount and price_override have a share', () => {
  const actions = ['refund', 'discount', 'price_override', 'void', 'paid_out', 'shift_variance', 'write_off'] as const;
  const { details } = read(actions.map((action) => ({ action, above_percent: 10 })));
  assert.deepEqual(
    details.map(({ field }) => field),
    [3, 4, 5, 6].map((index) => `approval_rules[${index}].above_percent`),
  );
});

test('amounts follow a change of the currency', () => {
  const { rules } = read([{ action: 'refund', above_amount: 20 }, { action: 'void' }]);
  const converted = convertRules(rules, (amount) => amount / 100n);
  assert.deepEqual(
    converted.map(({ above_amount }) => above_amount),
    [20, null],
  );
});
