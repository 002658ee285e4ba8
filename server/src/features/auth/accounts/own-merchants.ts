import type { Actor } from '../../../core/actor.ts';
import type { Timestamp } from '../../../core/clock.ts';
import type { Role } from '../../../core/permissions.ts';
import type { Database, Handle, Transaction } from '../../../platform/database/handle.ts';
import { findLocation } from '../../merchant/find-locations.ts';
import { findMember } from '../../merchant/member-queries.ts';
import { getPerson, getUser, insertJoined, listJoined } from '../queries.ts';
import { findSoleMerchant, updateSoleMerchant } from './password-reset-queries.ts';

/**
 * The maximum besides the home merchant. Each merchant costs one query, since no statement reads the rows of two
 * merchants.
 */
export const joinedMerchantsAtMost = 99;

interface OwnMerchant {
  id: string;
  name: string;
  role: Role;
  /** The merchant of requests without X-Merchant-ID. */
  is_default: boolean;
}

/** The merchants that a user is a member of, sorted by name. */
export async function listOwnMerchants(database: Database, user_id: string): Promise<OwnMerchant[]> {
  const { home_merchant_id } = await getUser(database.global, user_id);
  const merchants: OwnMerchant[] = [];
  for (const id of await listMerchantIds(database.global, { id: user_id, home_merchant_id })) {
    const member = await findMember(database.reader(id), user_id);
    if (member !== undefined)
      merchants.push({ id, name: member.merchant.name, role: member.role, is_default: id === home_merchant_id });
  }
  return merchants.sort(byName);
}

/** The merchants that a user is or was a member of, the home first, then those joined last. */
export async function listMerchantIds(
  global: Handle,
  { id, home_merchant_id }: { id: string; home_merchant_id: string },
): Promise<string[]> {
  const joined = await listJoined(global, id, joinedMerchantsAtMost);
  return [home_merchant_id, ...joined.map(({ merchant_id }) => merchant_id)];
}

/** The order of the list. */
export const byName = (a: { name: string; id: string }, b: { name: string; id: string }): number =>
  a.name.localeCompare(b.name, 'en') || a.id.localeCompare(b.id);

/** Whether this merchant is the only one of the account: it was created for this merchant and never joined another. */
export const isSoleMerchantOf = async (db: Handle, user_id: string): Promise<boolean> =>
  (await findSoleMerchant(db, user_id)).sole_merchant_id === db.merchant_id;

/**
 * Records that an account also works for this merchant. From then on, no owner can create a password reset link for
 * the account.
 */
export async function joinMerchant(tx: Transaction, user_id: string, now: Timestamp): Promise<void> {
  await updateSoleMerchant(tx, user_id);
  await insertJoined(tx, user_id, now);
}

/** The current user at the requested merchant. The branch is the user's own, or the merchant's default branch. */
export async function getCurrentUser(database: Database, db: Handle, actor: Actor) {
  const { id, email, name } = await getPerson(database.global, actor.user_id);
  const branch_id = actor.branch_id ?? (await findLocation(db, null))?.branch_id;
  if (branch_id === undefined) throw new Error(`merchant ${actor.merchant.id} has no default branch`);
  return {
    id,
    email,
    name,
    role: actor.role,
    branch_ids: actor.branch_ids === null ? null : [...actor.branch_ids],
    merchant_id: actor.merchant.id,
    branch_id,
  };
}
