import type { Timestamp } from '../../core/clock.ts';
import type { Database } from '../../platform/database/handle.ts';
import { getMerchant } from '../merchant/queries.ts';
import { findInvitationByToken, type InvitationRow } from './invitation-queries.ts';
import { invalidToken } from './invitation-rules.ts';
import { type InvitationKey, readInvitationToken } from './invitation-token.ts';

/** @throws AppError VALIDATION_ERROR for an invalid token */
export async function openInvitation(
  database: Database,
  token: string,
  now: Timestamp,
): Promise<{ key: InvitationKey; invitation: InvitationRow }> {
  const key = readInvitationToken(token);
  const invitation = key && (await findInvitationByToken(database.reader(key.merchant_id), key.token_hash, now));
  if (key === undefined || invitation === undefined) throw invalidToken();
  return { key, invitation };
}

/** What the holder of a link is invited to. It reveals nothing about accounts. */
export async function previewInvitation(database: Database, token: string, now: Timestamp) {
  const { key, invitation } = await openInvitation(database, token, now);
  const { name: merchant_name } = await getMerchant(database.reader(key.merchant_id));
  const { email, name, role, expires_at } = invitation;
  return { email, name, role, merchant_name, expires_at };
}
