import type { Minor } from '@tillhouse/core/money';
import { type Branches, isWithin } from '../../core/branches.ts';
import { isAllowed, type Role } from '../../core/permissions.ts';

/** The events that a user wants to be notified about. */
export interface PushRules {
  low_stock: boolean;
  out_of_stock: boolean;
  /** Refunds of at least this amount; `null` for none. */
  refund_from: Minor | null;
  /** The user's own finished exports and imports. */
  exports: boolean;
  imports: boolean;
  /** The totals of a closed day. */
  day_closed: boolean;
}

/** The default: no notifications. */
export const defaultRules: PushRules = {
  low_stock: false,
  out_of_stock: false,
  refund_from: null,
  exports: false,
  imports: false,
  day_closed: false,
};

/** The delay after the first, the second, … failed attempt, in seconds. */
export const retry_delays_s = [30, 120, 600, 3_600] as const;

/** The delay after this number of failed attempts; `undefined` after the last attempt. */
export const retryDelay = (attempts: number): number | undefined => retry_delays_s[attempts - 1];

/** The fields of a member that decide which messages the member receives. */
export interface Recipient {
  user_id: string;
  role: Role;
  branch_ids: Branches;
  rules: PushRules;
}

/** The fields of an event that decide which members are notified. */
export interface PushEvent {
  type: string;
  /** The user who caused it. */
  user_id: string | null;
  branch_id: string | null;
  /** The id of the changed record. */
  subject_id: string;
  /** Of a refund. */
  amount: Minor | null;
  /** Of a requested approval: the roles that may give it. */
  approver_roles: readonly Role[];
}

/** Event types that can be pushed. */
export const pushedTypes = [
  'stock.low',
  'stock.out',
  'sale.refunded',
  'export.ready',
  'export.failed',
  'import.done',
  'day.closed',
  'session.new_device',
  'staff.signed_out',
  'approval.requested',
] as const;

/**
 * Whether a member wants to be notified of the event and may see it. Members are not notified of their own refunds, but
 * of their own exports and imports.
 */
export function wants({ user_id, role, branch_ids, rules }: Recipient, news: PushEvent): boolean {
  const isOwn = news.user_id === user_id;
  const isInBranches = news.branch_id === null || isWithin(branch_ids, news.branch_id);
  switch (news.type) {
    case 'stock.low':
      return rules.low_stock && isInBranches && isAllowed(role, 'stock:read');
    case 'stock.out':
      return rules.out_of_stock && isInBranches && isAllowed(role, 'stock:read');
    case 'sale.refunded':
      return (
        rules.refund_from !== null &&
        (news.amount ?? 0n) >= rules.refund_from &&
        !isOwn &&
        isInBranches &&
        isAllowed(role, 'sales:read')
      );
    case 'export.ready':
    case 'export.failed':
      return rules.exports && isOwn;
    case 'import.done':
      return rules.imports && isOwn;
    case 'day.closed':
      return rules.day_closed && isInBranches && isAllowed(role, 'reports:read');
    // Messages about the user's own account cannot be turned off.
    case 'session.new_device':
    case 'staff.signed_out':
      return news.subject_id === user_id;
    // The person who asks is waiting, so this message cannot be turned off either.
    case 'approval.requested':
      return !isOwn && isInBranches && news.approver_roles.includes(role) && isAllowed(role, 'approvals:write');
    default:
      return false;
  }
}

interface Level {
  product_name: string;
  sku: string;
  warehouse_name: string;
  available: number;
  min_stock: number | null;
}

export interface MessageText {
  title: string;
  body: string;
}

/** The text of an event's message, from its payload. */
export function messageText(
  type: string,
  data: Record<string, unknown>,
  merchant: { name: string; currency: string },
): MessageText {
  const level = data as unknown as Level;
  switch (type) {
    case 'stock.low':
      return {
        title: `Low: ${level.product_name}`,
        body: `${level.available} left in ${level.warehouse_name}, ${level.sku}`,
      };
    case 'stock.out':
      return {
        title: `Out of stock: ${level.product_name}`,
        body: `None left in ${level.warehouse_name}, ${level.sku}`,
      };
    case 'sale.refunded':
      return {
        title: `Refund of ${data.amount} ${merchant.currency}`,
        body: `${data.reason ?? 'No reason given'} · ${merchant.name}`,
      };
    case 'export.ready':
      return { title: 'Your report is ready', body: `${data.report_type} as ${data.format} · ${merchant.name}` };
    case 'export.failed':
      return { title: 'Your report could not be written', body: `${data.error} · ${merchant.name}` };
    case 'import.done':
      return {
        title: 'Your import is done',
        body: `${data.imported} imported, ${data.failed} failed · ${merchant.name}`,
      };
    case 'day.closed':
      return {
        title: `${data.branch_name}: ${data.total_sales} ${merchant.currency}`,
        body: `${data.total_transactions} ${data.total_transactions === 1 ? 'sale' : 'sales'} on ${data.day} · ${merchant.name}`,
      };
    case 'session.new_device':
      return {
        title: 'New sign-in',
        body: `${data.device ?? 'An unknown device'}, ${data.network}. Not you? Change your password.`,
      };
    case 'staff.signed_out':
      return { title: 'You were signed out', body: `The owner of ${merchant.name} ended your sessions` };
    case 'approval.requested':
      return { title: `${data.requested_by_name} asks for an approval`, body: `${data.summary} · ${merchant.name}` };
    default:
      throw new Error(`no push message for ${type}`);
  }
}

/** The data with which the app opens a page about the event, in addition to the data of every message. */
export function linkData(type: string, data: Record<string, unknown>): Record<string, string> {
  switch (type) {
    case 'sale.refunded':
      return { transaction_id: String(data.transaction_id) };
    case 'day.closed':
      return { branch_id: String(data.branch_id), day: String(data.day) };
    default:
      return {};
  }
}
