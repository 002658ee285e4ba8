import { createHash } from 'node:crypto';
import type { Person } from '../shop.ts';
import type { Attempt, Code } from './attempt.ts';
import type { Model } from './model.ts';
import type { Approval, Minor, Rule, Sale } from './records.ts';
import { isOver, sum } from './rules.ts';

export type Action = Rule['action'];
export type Role = Rule['exempt_roles'][number];

/** What a request does, as far as it decides whether another person must approve it. */
export interface Act {
  action: Action;
  amount: Minor;
  quantity?: number;
  /** Whether its share is above this many millionths. */
  isAboveShare?: (ppm: bigint) => boolean;
  /** True if a rule without limits does not cover it. */
  isFree?: boolean;
  /** True if only older settings can refuse it, and no limit of a rule. */
  hasPassedRules?: boolean;
  /** Whether an older setting refuses it to a role. */
  isRefused?: (role: Role) => boolean;
}

export const roleOf = (person: Person): Role => (person === 'local' ? 'manager' : person);

const ruleOf = ({ settings }: Model, action: Action) => settings.rules.find((rule) => rule.action === action);

/** The roles that need no approval for an action, and may approve it. */
export function approversOf(model: Model, action: Action): readonly Role[] {
  const roles = ruleOf(model, action)?.exempt_roles ?? [];
  return roles.length === 0 ? ['owner', 'manager'] : roles;
}

function isAboveRule(model: Model, role: Role, act: Act): boolean {
  const rule = ruleOf(model, act.action);
  if (rule === undefined || act.hasPassedRules || approversOf(model, act.action).includes(role)) return false;
  const { above_amount, above_ppm, above_quantity } = rule;
  if (above_amount === null && above_ppm === null && above_quantity === null) return act.isFree !== true;
  return (
    (above_amount !== null && act.amount > above_amount) ||
    (above_ppm !== null && act.isAboveShare?.(above_ppm) === true) ||
    (above_quantity !== null && (act.quantity ?? 0) > above_quantity)
  );
}

function isApproved(model: Model, approver: Role | undefined, { action, isRefused }: Act): boolean {
  if (approver === undefined || !approversOf(model, action).includes(approver)) return false;
  return ruleOf(model, action) !== undefined || isRefused?.(approver) !== true;
}

/** The acts of a request that its person may not do alone, nor with the approval of this role. */
export const unapproved = (model: Model, { person, acts = [] }: Attempt, approver?: Role): Act[] =>
  acts.filter(
    (act) =>
      (act.isRefused?.(roleOf(person)) === true || isAboveRule(model, roleOf(person), act)) &&
      !isApproved(model, approver, act),
  );

/** The attempt with the errors of missing approvals. @param approver the role that approved it */
export function judge(model: Model, attempt: Attempt, approver?: Role): Attempt {
  const missing = unapproved(model, attempt, approver).map(
    ({ action }): Code => (ruleOf(model, action) === undefined ? 'FORBIDDEN' : 'APPROVAL_REQUIRED'),
  );
  return { ...attempt, errors: [...attempt.errors, ...missing] };
}

type Lines = Sale['lines'];

const differenceOf = ({ price, list_price }: Lines[number]) =>
  price > list_price ? price - list_price : list_price - price;

/** The prices and discounts of a sale. */
export function actsOfSale({ settings }: Model, lines: Lines): Act[] {
  const changed = lines.filter((line) => line.price !== line.list_price);
  const price: Act = {
    action: 'price_override',
    amount: sum(changed.map((line) => differenceOf(line) * BigInt(line.quantity))),
    isAboveShare: (ppm) => changed.some((line) => differenceOf(line) * 1_000_000n > line.list_price * ppm),
    isRefused: (role) => role === 'cashier' && !settings.cashier_prices,
  };
  return [...(changed.length === 0 ? [] : [price]), discountAct(settings, lines)];
}

export function discountAct(settings: Model['settings'], lines: Lines): Act {
  const amount = sum(lines.map(({ discount }) => discount));
  return {
    ...{ action: 'discount', amount, isFree: amount === 0n },
    isAboveShare: (ppm) => isOver(lines, ppm),
    isRefused: (role) => role === 'cashier' && !settings.cashier_prices && isOver(lines, settings.cashier_discount),
  };
}

/** A discount that was allowed when the sale was parked: by an approval, or to the person who parked it. */
export function actsOfCompletion(settings: Model['settings'], { lines, seller, approved }: Sale): Act[] {
  const act = { ...discountAct(settings, lines), hasPassedRules: true };
  const isAllowed = seller !== 'cashier' || approved === 'discount' || approved === 'price_override';
  return [isAllowed ? { ...act, isRefused: () => false } : act];
}

/** A change of stock by this quantity. */
export const stockActs = (by: number, cost: Minor): Act[] =>
  by === 0 || !Number.isInteger(by)
    ? []
    : [{ action: 'stock_adjustment', quantity: Math.abs(by), amount: BigInt(Math.abs(by)) * cost }];

/** JSON with the fields of objects in alphabetical order. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join(',')}}`;
}

export function hashOf({ method, path, body = {} }: Pick<Attempt, 'method' | 'path' | 'body'>): string {
  const sent = JSON.parse(JSON.stringify({ method: method.toUpperCase(), path: `/api/v1${path}`, body }));
  return createHash('sha256').update(canonical(sent)).digest('hex');
}

/** Whether the role and the branches of a person allow a decision. */
export const isApprover = (model: Model, person: Person, { action, branch }: Approval): boolean =>
  approversOf(model, action).includes(roleOf(person)) && (person !== 'local' || branch === 1);

const names = { owner: 'Olivia', manager: 'manager', cashier: 'cashier', local: 'local' };

/** An approval in the form of a response. */
export const shownApproval = ({ id, state, action, method, path, hash, requester, approver }: Approval) => ({
  ...{ id, state, action, method: method.toUpperCase(), path: `/api/v1${path}`, payload_sha256: hash },
  ...{ requested_by_name: names[requester], decided_by_name: approver === null ? null : names[approver] },
});
