import { type Minor, readDecimal, toMajor, toMinor } from '@tillhouse/core/money';
import type { ApprovalAction, ApprovalRule } from '../../core/approval-rule.ts';
import type { ValidationErrors } from '../../core/errors.ts';
import { type Role, roles } from '../../core/permissions.ts';

/** A rule as in a request: amounts in major units, `above_percent` in percent. */
export interface ApprovalRuleInput {
  action: ApprovalAction;
  above_amount?: number | null;
  above_percent?: number | null;
  above_quantity?: number | null;
  exempt_roles?: Role[];
}

const percentDecimals = 4;

const withShare: readonly ApprovalAction[] = ['refund', 'discount', 'price_override'];

/** Reads the rules of a request; adds an error for each field that cannot be stored or has no meaning. */
export function readApprovalRules(
  inputs: readonly ApprovalRuleInput[],
  currency: string,
  errors: ValidationErrors,
): ApprovalRule[] {
  const actions = new Set<ApprovalAction>();
  return inputs.map((input, index) => {
    const { action } = input;
    const addError = (name: string, message: string) => errors.add(`approval_rules[${index}].${name}`, message);
    if (actions.has(action)) addError('action', 'has a rule already');
    actions.add(action);
    const amount = input.above_amount ?? null;
    const minor = amount === null ? null : toMinor(amount, currency);
    if (minor === undefined) addError('above_amount', 'has more decimals than the currency');
    if (amount !== null && action === 'no_sale') addError('above_amount', 'has no meaning for this action');
    const percent = input.above_percent ?? null;
    const ppm = percent === null ? null : readDecimal(percent, percentDecimals);
    if (ppm === undefined) addError('above_percent', `must have at most ${percentDecimals} decimals`);
    if (percent !== null && !withShare.includes(action)) addError('above_percent', 'has no meaning for this action');
    const above_quantity = input.above_quantity ?? null;
    if (above_quantity !== null && action !== 'stock_adjustment')
      addError('above_quantity', 'has no meaning for this action');
    return {
      action,
      above_amount: numberOf(minor),
      above_ppm: numberOf(ppm),
      above_quantity,
      exempt_roles: roles.filter((role) => input.exempt_roles?.includes(role) === true),
    };
  });
}

const numberOf = (value: bigint | null | undefined): number | null =>
  typeof value === 'bigint' ? Number(value) : null;

/** The rules with their amounts converted, as the merchant's other amounts are. */
export const convertRules = (rules: readonly ApprovalRule[], converted: (amount: Minor) => Minor): ApprovalRule[] =>
  rules.map((rule) => ({
    ...rule,
    above_amount: rule.above_amount === null ? null : Number(converted(BigInt(rule.above_amount))),
  }));

/** `variance_limit`, another spelling of the limit of the rule for `shift_variance`: `null` removes the rule. */
export function withVarianceLimit(rules: readonly ApprovalRule[], limit: Minor | null): ApprovalRule[] {
  const others = rules.filter(({ action }) => action !== 'shift_variance');
  if (limit === null) return others;
  const rule = rules.find(({ action }) => action === 'shift_variance') ?? newVarianceRule;
  return [...others, { ...rule, above_amount: Number(limit) }];
}

const newVarianceRule: ApprovalRule = {
  action: 'shift_variance',
  above_amount: null,
  above_ppm: null,
  above_quantity: null,
  exempt_roles: [],
};

export const varianceLimitOf = (rules: readonly ApprovalRule[], currency: string): number | null => {
  const limit = rules.find(({ action }) => action === 'shift_variance')?.above_amount ?? null;
  return limit === null ? null : toMajor(BigInt(limit), currency);
};

/** The rules as the API shows them. */
export const toApprovalRules = (rules: readonly ApprovalRule[], currency: string) =>
  rules.map(({ action, above_amount, above_ppm, above_quantity, exempt_roles }) => ({
    action,
    above_amount: above_amount === null ? null : toMajor(BigInt(above_amount), currency),
    above_percent: above_ppm === null ? null : above_ppm / 10 ** percentDecimals,
    above_quantity,
    exempt_roles,
  }));
