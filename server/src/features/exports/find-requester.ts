import { type Actor, can } from '../../core/actor.ts';
import { type Branches, covers, within } from '../../core/branches.ts';
import type { Timestamp } from '../../core/clock.ts';
import type { Handle } from '../../platform/database/handle.ts';
import { findUsableKey } from '../api-keys/find-api-key.ts';
import { findMember } from '../merchant/member-queries.ts';

/**
 * The user or API key that requested an export, with its present rights; `undefined` if it may no longer read reports:
 * the membership has ended, the role has changed, or the key is revoked or expired.
 */
export async function findRequester(
  db: Handle,
  { user_id, api_key_id }: { user_id: string; api_key_id: string | null },
  now: Timestamp,
): Promise<Omit<Actor, 'address'> | undefined> {
  const member = await findMember(db, user_id);
  const api_key = api_key_id === null ? undefined : await findUsableKey(db, api_key_id, now);
  if (member === undefined || (api_key_id !== null && api_key === undefined)) return undefined;
  const requester = { ...member, branch_ids: within(member.branch_ids, api_key?.branch_ids ?? null), api_key };
  return can(requester, 'reports:read') ? requester : undefined;
}

/** Whether a link to an exported file still works: its requester must still be allowed to see all that the file shows. */
export async function mayDownloadExport(
  db: Handle,
  { member, key, rights }: { member: string; key?: string | undefined; rights: { costs: boolean; branches: Branches } },
  now: Timestamp,
): Promise<boolean> {
  const requester = await findRequester(db, { user_id: member, api_key_id: key ?? null }, now);
  if (requester === undefined || !covers(requester.branch_ids, rights.branches)) return false;
  return !rights.costs || can(requester, 'costs:read');
}
