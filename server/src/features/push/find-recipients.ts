import { toMinor } from '@tillhouse/core/money';
import type { Merchant } from '../../core/actor.ts';
import type { ApprovalAction } from '../../core/approval-rule.ts';
import { approverRoles } from '../../core/approvals.ts';
import type { Handle } from '../../platform/database/handle.ts';
import type { EventRow } from '../events/queries.ts';
import { getMerchant } from '../merchant/queries.ts';
import { listBranchesOfRefunds, listMembers, listRules } from './queries.ts';
import { defaultRules, type PushEvent, type Recipient, wants } from './rules.ts';

/** The users who want to be notified of each of these events and may see it, by the id of the event. */
export async function findRecipients(db: Handle, events: readonly EventRow[]): Promise<Map<string, string[]>> {
  const merchant = await getMerchant(db);
  const recipients = await readRecipients(db);
  // A refund has no branch, but its sale has one.
  const refunds = events.filter(({ type }) => type === 'sale.refunded').map(({ subject_id }) => subject_id);
  const branches = new Map(
    refunds.length === 0 ? [] : (await listBranchesOfRefunds(db, refunds)).map(({ id, branch_id }) => [id, branch_id]),
  );
  return new Map(
    events.map((event) => {
      const pushEvent = toPushEvent(event, merchant, branches.get(event.subject_id));
      const wanting = recipients.filter((recipient) => wants(recipient, pushEvent));
      return [event.id, wanting.map(({ user_id }) => user_id)];
    }),
  );
}

async function readRecipients(db: Handle): Promise<Recipient[]> {
  const rulesOf = new Map((await listRules(db)).map(({ user_id, ...rules }) => [user_id, rules]));
  return (await listMembers(db)).map((member) => ({ ...member, rules: rulesOf.get(member.user_id) ?? defaultRules }));
}

function toPushEvent(
  { type, user_id, subject_id, payload }: EventRow,
  merchant: Merchant,
  branch_of_sale: string | undefined,
): PushEvent {
  const { branch_id, amount, action } = JSON.parse(payload) as {
    branch_id?: unknown;
    amount?: unknown;
    action?: ApprovalAction;
  };
  return {
    type,
    user_id,
    subject_id,
    branch_id: typeof branch_id === 'string' ? branch_id : (branch_of_sale ?? null),
    amount: typeof amount === 'number' ? (toMinor(amount, merchant.currency) ?? null) : null,
    approver_roles: action === undefined ? [] : approverRoles(merchant, action),
  };
}
