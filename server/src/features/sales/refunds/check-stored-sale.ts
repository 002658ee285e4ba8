import type { Actor } from '../../../core/actor.ts';
import { isWithin } from '../../../core/branches.ts';
import { AppError, ValidationErrors } from '../../../core/errors.ts';
import type { Handle } from '../../../platform/database/handle.ts';
import { findSellingRegisters, unknownRegister } from '../../registers/find-shifts.ts';
import { checkPayments, readOptional, type TenderPart } from '../check-sale.ts';
import { chooseRefundMethod } from '../points-rules.ts';
import { findSale } from '../queries.ts';
import type { Sale } from '../sale.ts';
import { type PaymentMethod, pointsNeedCustomer } from '../tender-rules.ts';
import { mustExceedZero, productIsRequired, unknownItemError } from './refund-rules.ts';

/** The well-formed part of a refund request, every field optional. */
export interface RefundPart {
  items?: readonly ({ product_id?: string; line_no?: number } | undefined)[];
  amount?: number;
  payment_method?: PaymentMethod | null;
  register_id?: string | null;
}

/** A sale by its id, and the actor who refers to it. */
interface SaleReference {
  actor: Actor;
  id: string;
}

/** All errors in the well-formed part of a refund, field by field; none for a sale that the caller may not see. */
export async function validateRefund(
  db: Handle,
  { actor, id }: SaleReference,
  part: RefundPart,
): Promise<ValidationErrors> {
  const errors = new ValidationErrors();
  const amount = readOptional('amount', part.amount, { actor, errors });
  // Malformed items are not in the part, but were sent.
  if (amount === 0n && !('items' in part)) errors.add('amount', mustExceedZero);
  for (const [index, item] of (part.items ?? []).entries()) {
    // Malformed fields are undefined in the part, but were sent.
    if (item === undefined || Object.values<unknown>(item).includes(undefined)) continue;
    if (item.product_id === undefined && item.line_no === undefined)
      errors.add(`items[${index}].product_id`, productIsRequired);
  }
  await checkRegister(db, part, errors);
  const sale = await findVisibleSale(db, { actor, id });
  if (sale === undefined) return errors;
  for (const [index, item] of (part.items ?? []).entries()) {
    const error = unknownItemError(sale.lines, item ?? {});
    if (error !== undefined) errors.add(`items[${index}].${error.field}`, error.message);
  }
  checkMethod(sale, part, errors);
  return errors;
}

async function checkRegister(
  db: Handle,
  { register_id }: { register_id?: string | null },
  errors: ValidationErrors,
): Promise<void> {
  if (register_id === undefined || register_id === null) return;
  const known = await findSellingRegisters(db, [register_id]);
  if (!known.has(register_id)) errors.add('register_id', unknownRegister);
}

function checkMethod(sale: Sale, { payment_method = null }: RefundPart, errors: ValidationErrors): void {
  try {
    chooseRefundMethod(sale, payment_method);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    for (const { field, message } of error.details) errors.add(field, message);
  }
}

/** All errors in the well-formed part of a payment for a parked sale; none for a sale that is not parked. */
export async function validateCompletion(
  db: Handle,
  { actor, id }: SaleReference,
  part: TenderPart & { register_id?: string | null; expected_total?: number },
): Promise<ValidationErrors> {
  const errors = new ValidationErrors();
  await checkRegister(db, part, errors);
  const sale = await findVisibleSale(db, { actor, id });
  const parked = sale?.status === 'pending' ? sale : undefined;
  readOptional('expected_total', part.expected_total, { actor, errors });
  checkPayments(part, { total: parked?.total, actor, errors });
  const byPoints = part.payment_method === 'points' || part.payments?.some((payment) => payment?.method === 'points');
  if (byPoints && parked?.customer_id === null) errors.add('customer_id', pointsNeedCustomer);
  return errors;
}

async function findVisibleSale(db: Handle, { actor, id }: SaleReference): Promise<Sale | undefined> {
  const sale = await findSale(db, id);
  return sale === undefined || !isWithin(actor.branch_ids, sale.branch_id) ? undefined : sale;
}
