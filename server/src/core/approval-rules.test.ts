import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OperationContext } from './actor.ts';
import type { ApprovalRule } from './approval-rule.ts';
import { type Act, approvalError, approvalErrors, approverRoles, requireApproval } from './approvals.ts';
import { forbidden } from './errors.ts';
import type { Role } from './permissions.ts';

const rule = (fields: Partial<ApprovalRule>): ApprovalRule => ({
  action: 'refund',
  above_amount: null,
  above_ppm: null,
  above_quantity: null,
  exempt_roles: [],
  ...fields,
});

const context = (role: Role, rules: ApprovalRule[], approver_role?: Role): OperationContext =>
  ({
    actor: { role, merchant: { approval_rules: rules } },
    now: '',
    ...(approver_role && { approval: { id: '', approver_role } }),
  }) as OperationContext;

const codes = (ctx: OperationContext, ...acts: Act[]) => approvalErrors(ctx, acts).map(({ code }) => code);
const refund: Act = { action: 'refund', amount: 100n };

test('without a rule nothing needs an approval', () => {
  assert.deepEqual(codes(context('cashier', []), refund), []);
  assert.deepEqual(codes(context('cashier', [rule({ action: 'void' })]), refund), []);
});

test('a rule without limits covers every act, also one of no amount', () => {
  assert.deepEqual(codes(context('cashier', [rule({})]), refund), ['APPROVAL_REQUIRED']);
  assert.deepEqual(codes(context('cashier', [rule({})]), { action: 'refund' }), ['APPROVAL_REQUIRED']);
  assert.deepEqual(codes(context('cashier', [rule({})]), { ...refund, appliesWithoutLimit: false }), []);
});

test('a limit is exceeded above it, not at it', () => {
  for (const [fields, act] of [
    [{ above_amount: 99 }, refund],
    [{ above_quantity: 2 }, { action: 'refund', quantity: 3 }],
    [{ above_ppm: 10 }, { action: 'refund', isAboveShare: (ppm: number) => 11 > ppm }],
  ] as const)
    assert.deepEqual(codes(context('cashier', [rule(fields)]), act), ['APPROVAL_REQUIRED']);
  for (const [fields, act] of [
    [{ above_amount: 100 }, refund],
    [{ above_quantity: 3 }, { action: 'refund', quantity: 3 }],
    [{ above_ppm: 11 }, { action: 'refund', isAboveShare: (ppm: number) => 11 > ppm }],
    [{ above_quantity: 3 }, refund],
    [{ above_ppm: 3 }, refund],
    [{ above_amount: 0 }, { action: 'refund', quantity: 1_000 }],
  ] as const)
    assert.deepEqual(codes(context('cashier', [rule(fields)]), act), []);
});

test('of several limits, one that is exceeded is enough', () => {
  const limits = rule({ above_amount: 100, above_quantity: 5 });
  assert.deepEqual(codes(context('cashier', [limits]), { ...refund, quantity: 6 }), ['APPROVAL_REQUIRED']);
  assert.deepEqual(codes(context('cashier', [limits]), { ...refund, amount: 101n, quantity: 5 }), [
    'APPROVAL_REQUIRED',
  ]);
  assert.deepEqual(codes(context('cashier', [limits]), { ...refund, quantity: 5 }), []);
});

test('exempt roles need none and may approve: those of the rule, otherwise owner and manager', () => {
  for (const role of ['owner', 'manager'] as const) assert.deepEqual(codes(context(role, [rule({})]), refund), []);
  const own = [rule({ exempt_roles: ['cashier'] })];
  assert.deepEqual(codes(context('cashier', own), refund), []);
  assert.deepEqual(codes(context('owner', own), refund), ['APPROVAL_REQUIRED']);
  assert.deepEqual(approverRoles({ approval_rules: own }, 'refund'), ['cashier']);
  assert.deepEqual(approverRoles({ approval_rules: own }, 'void'), ['owner', 'manager']);
});

test('an approval covers the actions for which its approver is exempt', () => {
  const rules = [rule({}), rule({ action: 'void', exempt_roles: ['owner'] })];
  const acts: Act[] = [refund, { action: 'void' }];
  assert.deepEqual(codes(context('cashier', rules, 'owner'), ...acts), []);
  const [error] = approvalErrors(context('cashier', rules, 'manager'), acts);
  assert.deepEqual(error?.details, [{ field: 'approval', message: 'is needed for the action void' }]);
  assert.equal(approvalErrors(context('cashier', rules), acts)[0]?.details.length, 2);
});

const refusal = (role: Role) => (role === 'cashier' || role === 'manager' ? forbidden(`not ${role}`) : undefined);

test('what an older setting refuses stays forbidden without a rule, and needs an approval with one', () => {
  const act: Act = { action: 'refund', refusal };
  assert.equal(approvalError(context('cashier', []), act)?.message, 'not cashier');
  assert.deepEqual(codes(context('cashier', [rule({ above_amount: 1_000 })]), act), ['APPROVAL_REQUIRED']);
  assert.deepEqual(codes(context('owner', []), act), []);
  // An exempt role is not exempt from the older setting.
  assert.deepEqual(codes(context('manager', [rule({})]), act), ['APPROVAL_REQUIRED']);
});

test('without a rule, an approver must be allowed to do it alone', () => {
  const act: Act = { action: 'refund', refusal };
  assert.deepEqual(codes(context('cashier', [], 'owner'), act), []);
  assert.deepEqual(codes(context('cashier', [], 'manager'), act), ['FORBIDDEN']);
  assert.deepEqual(codes(context('cashier', [rule({})], 'manager'), act), []);
  assert.deepEqual(codes(context('cashier', [], 'stock_clerk'), { ...act, refusal: refusalOfCashiers }), ['FORBIDDEN']);
});

const refusalOfCashiers = (role: Role) => (role === 'cashier' ? forbidden('no') : undefined);

test('names every refused act, those without a rule first', () => {
  const acts: Act[] = [{ action: 'void' }, { action: 'refund', refusal }, { action: 'discount', refusal }];
  const ctx = context('cashier', [rule({ action: 'void' })]);
  assert.deepEqual(codes(ctx, ...acts), ['FORBIDDEN', 'FORBIDDEN', 'APPROVAL_REQUIRED']);
  assert.throws(() => requireApproval(ctx, { action: 'void' }), { code: 'APPROVAL_REQUIRED' });
  assert.doesNotThrow(() => requireApproval(ctx, { action: 'paid_out', amount: 1n }));
});
