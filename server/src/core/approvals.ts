import type { Minor } from '@tillhouse/core/money';
import type { Merchant, OperationContext } from './actor.ts';
import type { ApprovalAction, ApprovalRule } from './approval-rule.ts';
import { AppError } from './errors.ts';
import type { Role } from './permissions.ts';

const defaultApprovers: readonly Role[] = ['owner', 'manager'];

type Rules = Pick<Merchant, 'approval_rules'>;

const ruleOf = ({ approval_rules }: Rules, action: ApprovalAction): ApprovalRule | undefined =>
  approval_rules.find((rule) => rule.action === action);

/** The roles that need no approval for an action, and may approve it. */
export function approverRoles(rules: Rules, action: ApprovalAction): readonly Role[] {
  const { exempt_roles = [] } = ruleOf(rules, action) ?? {};
  return exempt_roles.length === 0 ? defaultApprovers : exempt_roles;
}

/** What a request does, as far as it decides whether an approval is needed. */
export interface Act {
  action: ApprovalAction;
  amount?: Minor;
  quantity?: number;
  /** Whether the share of the act is above this many millionths. */
  isAboveShare?: (ppm: number) => boolean;
  /** Whether a rule without limits covers it; default: yes. */
  appliesWithoutLimit?: boolean;
  /** Why an older setting or a permission refuses the act to a role. */
  refusal?: (role: Role) => AppError | undefined;
}

type ActContext = Pick<OperationContext, 'actor' | 'approval'>;

/**
 * Why the caller may not do these acts, alone or with the presented approval. An act that an older setting refuses
 * needs an approval if there is a rule for it.
 * @returns FORBIDDEN for each act that an older setting refuses and that has no rule, APPROVAL_REQUIRED for the others
 */
export function approvalErrors(ctx: ActContext, acts: readonly Act[]): AppError[] {
  const { merchant, role } = ctx.actor;
  const missing = acts.filter((act) => {
    const isNeeded = act.refusal?.(role) !== undefined || isAboveRule(ctx, act);
    return isNeeded && !isApproved(ctx, act);
  });
  const withRule = missing.filter(({ action }) => ruleOf(merchant, action) !== undefined);
  const refusals = missing
    .filter(({ action }) => ruleOf(merchant, action) === undefined)
    .flatMap(({ refusal }) => refusal?.(role) ?? []);
  return withRule.length === 0 ? refusals : [...refusals, approvalRequired(withRule)];
}

/** The first of `approvalErrors`. */
export const approvalError = (ctx: ActContext, ...acts: Act[]): AppError | undefined => approvalErrors(ctx, acts)[0];

/** For acts that may need an approval. @throws AppError APPROVAL_REQUIRED, FORBIDDEN */
export function requireApproval(ctx: ActContext, ...acts: Act[]): void {
  const error = approvalError(ctx, ...acts);
  if (error !== undefined) throw error;
}

function isAboveRule({ actor: { merchant, role } }: ActContext, act: Act): boolean {
  const rule = ruleOf(merchant, act.action);
  if (rule === undefined || approverRoles(merchant, act.action).includes(role)) return false;
  const { above_amount, above_ppm, above_quantity } = rule;
  if (above_amount === null && above_ppm === null && above_quantity === null) return act.appliesWithoutLimit ?? true;
  return (
    (above_amount !== null && (act.amount ?? 0n) > BigInt(above_amount)) ||
    (above_ppm !== null && act.isAboveShare?.(above_ppm) === true) ||
    (above_quantity !== null && (act.quantity ?? 0) > above_quantity)
  );
}

/** Without a rule, the approver must be allowed to do the act without an approval. */
function isApproved({ actor: { merchant }, approval }: ActContext, { action, refusal }: Act): boolean {
  if (approval === undefined || !approverRoles(merchant, action).includes(approval.approver_role)) return false;
  return ruleOf(merchant, action) !== undefined || refusal?.(approval.approver_role) === undefined;
}

export const approvalRequired = (acts: readonly Pick<Act, 'action'>[]): AppError =>
  new AppError(
    'APPROVAL_REQUIRED',
    'This needs the approval of another person',
    acts.map(({ action }) => ({ field: 'approval', message: `is needed for the action ${action}` })),
  );

export const approvalInvalid = (message: string): AppError =>
  new AppError('APPROVAL_INVALID', 'The approval does not allow this request', [{ field: 'Approval-Id', message }]);

export const unknownApproval = 'is not an approval that you requested';
export const usedApproval = 'was used already';
export const deniedApproval = 'was denied';
export const expiredApproval = 'has expired';
