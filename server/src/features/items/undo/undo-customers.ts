import type { OperationContext } from '../../../core/actor.ts';
import type { Handle, Transaction } from '../../../platform/database/handle.ts';
import { deleteCustomer, updateCustomer } from '../../customers/change-customers.ts';
import { lockForUndo } from '../../customers/lock-customers.ts';
import { listCustomersById } from '../../customers/queries.ts';
import { listBuyers } from './undo-queries.ts';
import type { Facts, PlannedUndo } from './undo-rules.ts';

/** Reads what decides about customers. In a transaction, they are locked first. */
export async function readCustomerFacts(
  db: Handle | Transaction,
  ids: readonly string[],
): Promise<(id: string) => Facts> {
  if ('emit' in db) await lockForUndo(db, ids);
  const buyers = new Set((await listBuyers(db, ids)).map(({ id }) => id));
  const found = new Map<string, Facts['current']>();
  for (const { id, name, email, phone, address } of await listCustomersById(db, ids))
    found.set(id, { id, sku: null, name, fields: { name, email, phone, address } });
  return (id) => ({
    current: found.get(id),
    is_used: buyers.has(id),
    variants: 0,
    moved: new Set(),
    stockFault: () => undefined,
  });
}

/** Reverses what was planned. */
export async function applyCustomers(
  tx: Transaction,
  ctx: OperationContext,
  planned: readonly PlannedUndo[],
): Promise<readonly PlannedUndo[]> {
  for (const { subject_id, plan } of planned) {
    if (plan.isRemoved) await deleteCustomer(tx, ctx, subject_id);
    else if (Object.keys(plan.fields).length !== 0)
      await updateCustomer(tx, ctx, { id: subject_id, changes: { ...plan.fields } });
  }
  return planned;
}
