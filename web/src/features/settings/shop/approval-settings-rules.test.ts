import assert from 'node:assert/strict';
import { test } from 'node:test';
import { approvingRoles, offeredActions, rulesFrom } from './approval-settings-rules.ts';

const without = { above_amount: null, above_percent: null, above_quantity: null, exempt_roles: [] };

test('reads the rules of the acts that need an approval', () => {
  const texts = {
    'needed.refund': 'on',
    'amount.refund': '12.5',
    'percent.refund': '',
    'approver.refund.manager': 'manager',
    'approver.refund.owner': 'owner',
    'needed.stock_adjustment': 'on',
    'quantity.stock_adjustment': '0',
    'amount.void': '3',
  };
  assert.deepEqual(rulesFrom(texts, []), [
    { ...without, action: 'refund', above_amount: 12.5, exempt_roles: ['owner', 'manager'] },
    { ...without, action: 'stock_adjustment', above_quantity: 0 },
  ]);
});

test('sends only limits that have a meaning for the act', () => {
  const kinds = ['needed', 'amount', 'percent', 'quantity'];
  const texts = Object.fromEntries(
    offeredActions.flatMap(({ action }) => kinds.map((kind) => [`${kind}.${action}`, '7'])),
  );
  assert.deepEqual(
    rulesFrom(texts, []).map((rule) => [rule.action, rule.above_amount, rule.above_percent, rule.above_quantity]),
    [
      ['refund', 7, 7, null],
      ['void', 7, null, null],
      ['discount', 7, 7, null],
      ['price_override', 7, 7, null],
      ['stock_adjustment', 7, null, 7],
      ['no_sale', null, null, null],
      ['paid_out', 7, null, null],
      ['shift_variance', 7, null, null],
    ],
  );
});

test('keeps a rule that the form does not offer, and removes one that is no longer needed', () => {
  const kept = { ...without, action: 'write_off', above_amount: 5 } as const;
  assert.deepEqual(rulesFrom({}, [{ ...without, action: 'refund' }, kept]), [kept]);
});

test('keeps the order of the rules, and adds new ones at the end', () => {
  const before = [
    { ...without, action: 'void' },
    { ...without, action: 'write_off' },
    { ...without, action: 'refund' },
  ] as const;
  const texts = { 'needed.refund': 'on', 'needed.void': 'on', 'needed.discount': 'on' };
  assert.deepEqual(rulesFrom(texts, before), [...before, { ...without, action: 'discount' }]);
});

test('offers the roles that may approve, and those that a rule names', () => {
  assert.deepEqual(approvingRoles(undefined), ['owner', 'manager', 'cashier', 'stock_clerk']);
  assert.deepEqual(approvingRoles({ exempt_roles: ['viewer'] }).at(-1), 'viewer');
});
