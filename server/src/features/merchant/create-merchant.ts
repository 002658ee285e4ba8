import { currencyDigits } from '@tillhouse/core/money';
import type { Timestamp } from '../../core/clock.ts';
import { newId } from '../../core/ids.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { insertMembership } from './member-queries.ts';
import { insertBranch, insertMerchant, insertWarehouse } from './queries.ts';

export interface NewMerchantInput {
  owner_id: string;
  name: string;
  /** ISO 4217. */
  currency: string;
  /** IANA. */
  timezone: string;
}

/**
 * Creates a merchant that can sell at once: with a branch, a warehouse and an owner. The transaction runs as the new
 * merchant.
 */
export async function createMerchant(tx: Transaction, input: NewMerchantInput, now: Timestamp): Promise<void> {
  const unit = 10n ** BigInt(currencyDigits(input.currency));
  await insertMerchant(
    tx,
    {
      name: input.name,
      currency: input.currency,
      timezone: input.timezone,
      silver_from: 1_000n * unit,
      gold_from: 5_000n * unit,
      platinum_from: 20_000n * unit,
      price_override_roles: ['owner', 'manager', 'cashier'],
    },
    now,
  );
  const branch_id = newId();
  await insertBranch(tx, { id: branch_id, name: 'Main branch', is_default: true }, now);
  await insertWarehouse(tx, { id: newId(), branch_id, name: 'Main warehouse', is_default: true }, now);
  await insertMembership(tx, { user_id: input.owner_id, role: 'owner', branch_id: null }, now);
}
