import type { Transaction } from '../../db/handle.ts';
import type { Timestamp } from '../../kernel/clock.ts';
import { insertMembership, type NewMembership } from './queries.ts';

/** A place at the merchant for somebody who never had one. @throws Refusal DUPLICATE when they have */
export async function addMember(tx: Transaction, member: NewMembership, now: Timestamp): Promise<void> {
  await insertMembership(tx, member, now);
}
