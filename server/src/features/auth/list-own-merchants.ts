import type { Role } from '../../core/permissions.ts';
import type { Database, Handle } from '../../platform/database/handle.ts';
import { findMember } from '../merchant/member-queries.ts';
import { listJoined } from './own-merchant-queries.ts';
import { findSoleMerchant } from './password-reset-queries.ts';
import { getUser } from './queries.ts';

/**
 * Limit besides the home merchant. Each merchant costs one query, since no statement reads the rows of two merchants.
 */
export const joinedMerchantsAtMost = 99;

interface OwnMerchant {
  id: string;
  name: string;
  role: Role;
  /** The merchant of requests without X-Merchant-ID. */
  is_default: boolean;
}

/** The merchants that a user works for now, sorted by name. */
export async function listOwnMerchants(database: Database, user_id: string): Promise<OwnMerchant[]> {
  const { home_merchant_id } = await getUser(database.global, user_id);
  const joined = await listJoined(database.global, user_id, joinedMerchantsAtMost);
  const found: OwnMerchant[] = [];
  for (const id of [home_merchant_id, ...joined.map(({ merchant_id }) => merchant_id)]) {
    const member = await findMember(database.reader(id), user_id);
    if (member !== undefined) found.push({ id, name: member.merchant.name, role: member.role, is_default: id === home_merchant_id });
  }
  return found.sort((a, b) => a.name.localeCompare(b.name, 'en') || (a.id < b.id ? -1 : 1));
}

/** Whether the account was created for this merchant and never joined another. */
export const worksHereAlone = async (db: Handle, user_id: string): Promise<boolean> =>
  (await findSoleMerchant(db, user_id)).sole_merchant_id === db.merchant_id;
