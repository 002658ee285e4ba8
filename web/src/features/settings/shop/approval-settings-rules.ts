import { numberOf } from '../../../design/forms/form-values.ts';
import { roles, rolesByPermission } from '../../../session/permissions.ts';
import type { Merchant, Role } from '../../../session/types.ts';
import { checkedRoles } from './settings-rules.ts';

export type ApprovalRule = Merchant['approval_rules'][number];
export type ApprovalAction = ApprovalRule['action'];

/** The acts for which the page offers a rule, with the limits that have a meaning for them. */
export const offeredActions = [
  { action: 'refund', hasAmount: true, hasPercent: true, hasQuantity: false },
  { action: 'void', hasAmount: true, hasPercent: false, hasQuantity: false },
  { action: 'discount', hasAmount: true, hasPercent: true, hasQuantity: false },
  { action: 'price_override', hasAmount: true, hasPercent: true, hasQuantity: false },
  { action: 'stock_adjustment', hasAmount: true, hasPercent: false, hasQuantity: true },
  { action: 'no_sale', hasAmount: false, hasPercent: false, hasQuantity: false },
  { action: 'paid_out', hasAmount: true, hasPercent: false, hasQuantity: false },
  { action: 'shift_variance', hasAmount: true, hasPercent: false, hasQuantity: false },
] as const satisfies readonly {
  action: ApprovalAction;
  hasAmount: boolean;
  hasPercent: boolean;
  hasQuantity: boolean;
}[];

/** The roles that may approve. One that a rule names stays in the list. */
export const approvingRoles = (rule: Pick<ApprovalRule, 'exempt_roles'> | undefined): Role[] =>
  roles.filter(
    (role) =>
      (rolesByPermission['approvals:write'] as readonly Role[]).includes(role) ||
      rule?.exempt_roles.includes(role) === true,
  );

/**
 * The rules in a form, in the order of those before, so that rules that did not change count as unchanged. A rule for
 * an act that the form does not offer is kept.
 */
export function rulesFrom(texts: Readonly<Record<string, string>>, before: readonly ApprovalRule[]): ApprovalRule[] {
  const limit = (name: string) => numberOf(texts[name]) ?? null;
  const needed = offeredActions
    .filter(({ action }) => texts[`needed.${action}`] !== undefined)
    .map(({ action, hasAmount, hasPercent, hasQuantity }) => ({
      action,
      above_amount: hasAmount ? limit(`amount.${action}`) : null,
      above_percent: hasPercent ? limit(`percent.${action}`) : null,
      above_quantity: hasQuantity ? limit(`quantity.${action}`) : null,
      exempt_roles: checkedRoles(`approver.${action}`, roles, texts),
    }));
  const offered: readonly ApprovalAction[] = offeredActions.map(({ action }) => action);
  const present = before.flatMap((rule) =>
    offered.includes(rule.action) ? needed.filter(({ action }) => action === rule.action) : [rule],
  );
  return [...present, ...needed.filter((rule) => !before.some(({ action }) => action === rule.action))];
}
