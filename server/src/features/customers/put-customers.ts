import type { OperationContext } from '../../core/actor.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import type { Handle, Transaction } from '../../platform/database/handle.ts';
import { insertCustomers, listByContacts, lockImports, updateCustomers } from './put-queries.ts';
import {
  addStored,
  type CustomerPlan,
  emptyCustomerPlan,
  type PlannedCustomer,
  type PutFields,
  type PutInput,
  planCustomer,
  storedIn,
} from './put-rules.ts';
import { type CustomerRow, insertPointsEntries, lockCustomers, updateBalances } from './queries.ts';

export type { PutInput } from './put-rules.ts';

export type Plan = CustomerPlan<CustomerRow>;

/** For a dry run. */
export const newCustomerPlan = (): Plan => emptyCustomerPlan();

export const planOne = (plan: Plan, input: PutInput): PlannedCustomer<CustomerRow> => planCustomer(plan, input);

/** Reads the customers with the e-mails and phones of the inputs. */
export async function readIntoCustomers(db: Handle, plan: Plan, inputs: readonly PutInput[]): Promise<void> {
  const emails = inputs.flatMap(({ email }) => email?.toLowerCase() ?? []);
  const phones = inputs.flatMap(({ phone }) => phone ?? []);
  if (emails.length + phones.length > 0) addStored(plan, await listByContacts(db, emails, phones));
}

/** A customer that was written, with its fields before; undefined for a new one. */
export interface WrittenCustomer {
  id: string;
  before: PutFields | undefined;
  after: PutFields;
}

/**
 * Creates or changes the customers of a file, in a few statements for all of them. A rejected input does not affect the
 * others.
 * @returns for each input its error, or undefined, and what was written
 */
export async function putCustomers(
  tx: Transaction,
  ctx: OperationContext,
  inputs: readonly PutInput[],
): Promise<{ errors: (AppError | undefined)[]; written: WrittenCustomer[] }> {
  await lockImports(tx);
  const plan = await readLocked(tx, inputs);
  const errors = inputs.map((input) => {
    try {
      planCustomer(plan, input);
      return undefined;
    } catch (error) {
      if (error instanceof AppError) return error;
      throw error;
    }
  });
  return { errors, written: await writePlan(tx, ctx, plan) };
}

/** A plan with the customers that the inputs name, which are locked. */
async function readLocked(tx: Transaction, inputs: readonly PutInput[]): Promise<Plan> {
  const found = newCustomerPlan();
  await readIntoCustomers(tx, found, inputs);
  const ids = storedIn(found).map(({ id }) => id);
  if (ids.length === 0) return found;
  await lockCustomers(tx, [...new Set(ids)]);
  // Read again after locking, because they may have changed meanwhile.
  const plan = newCustomerPlan();
  await readIntoCustomers(tx, plan, inputs);
  return plan;
}

async function writePlan(tx: Transaction, ctx: OperationContext, plan: Plan): Promise<WrittenCustomer[]> {
  const planned = [...plan.customers].filter(({ is_changed }) => is_changed);
  const written = planned.map(({ stored, fields, points }) => ({
    stored,
    points: stored === undefined ? points : 0n,
    row: {
      ...fields,
      id: stored?.id ?? newId(),
      points: stored?.points ?? 0n,
      lifetime_value: stored?.lifetime_value ?? 0n,
      created_at: stored?.created_at ?? ctx.now,
      updated_at: ctx.now,
    } satisfies CustomerRow,
  }));
  const created = written.filter(({ stored }) => stored === undefined).map(({ row }) => row);
  const changed = written.filter(({ stored }) => stored !== undefined).map(({ row }) => row);
  if (created.length !== 0) await insertCustomers(tx, created, ctx.now);
  if (changed.length !== 0) await updateCustomers(tx, changed, ctx.now);
  for (const { stored, row } of written) {
    const type = stored === undefined ? 'customer.created' : 'customer.updated';
    tx.emit({ type, subject_id: row.id, payload: row, previous: stored, ctx });
  }
  postBalances(
    tx,
    ctx,
    written.filter(({ points }) => points > 0n).map(({ row: { id }, points }) => ({ customer_id: id, points })),
  );
  return written.map(({ stored, row: { id, name, email, phone, address } }) => ({
    id,
    before: stored && { name: stored.name, email: stored.email, phone: stored.phone, address: stored.address },
    after: { name, email, phone, address },
  }));
}

/** The points that new customers had in the other program, as corrections. */
function postBalances(
  tx: Transaction,
  ctx: OperationContext,
  balances: readonly { customer_id: string; points: bigint }[],
): void {
  if (balances.length === 0) return;
  updateBalances(
    tx,
    balances.map((balance) => ({ ...balance, value: 0n, now: ctx.now })),
  );
  const entries = balances.map(({ customer_id, points }) => ({
    id: newId(),
    customer_id,
    type: 'corrected' as const,
    points,
    balance: points,
    sale_id: null,
    refund_id: null,
    reason: 'Imported',
    user_id: ctx.actor.user_id,
    created_at: ctx.now,
  }));
  insertPointsEntries(tx, entries);
  for (const entry of entries) tx.emit({ type: 'points.changed', subject_id: entry.customer_id, payload: entry, ctx });
}
