import type { OperationContext } from '../../../core/actor.ts';
import type { Handle, Transaction } from '../../../platform/database/handle.ts';
import { deleteCustomer, updateCustomer } from '../../customers/change-customers.ts';
import { lockForUndo } from '../../customers/lock-customers.ts';
import { listCustomersById } from '../../customers/queries.ts';
import { listUsedCustomers } from './undo-queries.ts';
import type { Change, Facts, PlannedUndo } from './undo-rules.ts';

/** Reads what decides about customers. In a transaction, they are locked first. */
export async function readCustomerFacts(
  db: Handle | Transaction,
  changes: ReadonlyMap<string, readonly Change[]>,
): Promise<(id: string) => Facts> {
  const ids = [...changes.keys()];
  if ('emit' in db) await lockForUndo(db, ids);
  const created = [...changes.values()].flatMap((all) => all.find(({ before }) => before === null) ?? []);
  const used = new Map((await listUsedCustomers(db, created)).map(({ id, has_bought }) => [id, reasonOf(has_bought)]));
  const found = new Map<string, Facts['current']>();
  for (const { id, name, email, phone, address } of await listCustomersById(db, ids))
    found.set(id, { id, sku: null, name, fields: { name, email, phone, address } });
  return (id) => ({
    current: found.get(id),
    used: used.get(id),
    variants: 0,
    moved: new Set(),
    stockFault: () => undefined,
  });
}

const reasonOf = (has_bought: boolean): string =>
  has_bought ? 'was used in a sale since' : 'its points were changed since';

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
