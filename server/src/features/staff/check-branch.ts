import type { Handle } from '../../db/handle.ts';
import { invalidField } from '../../kernel/refusal.ts';
import { findPlace } from '../merchant/lookup.ts';

/** @throws Refusal VALIDATION_ERROR when the branch is not one of the merchant's */
export async function checkBranch(db: Handle, branch_id: string | null): Promise<void> {
  if (branch_id !== null && (await findPlace(db, branch_id)) === undefined) {
    throw invalidField('branch_id', 'is not a branch of this merchant');
  }
}
