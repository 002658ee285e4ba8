import type { Actor } from '../../core/actor.ts';
import { isWithin } from '../../core/branches.ts';
import { AppError, ValidationErrors } from '../../core/errors.ts';
import type { Handle } from '../../platform/database/handle.ts';
import { amountOf, checkPayments, type TenderPart } from './check-sale.ts';
import { methodOfRefund } from './points-rules.ts';
import { findSale } from './queries.ts';
import { faultOfRefundItem, notSold, refundsNothing } from './refund-rules.ts';
import type { Sale } from './sale.ts';
import { type PaymentMethod, pointsNeedCustomer } from './tender-rules.ts';

/** The well-formed part of a refund request, every field optional. */
export interface RefundPart {
  items?: readonly ({ product_id?: string; line_no?: number } | undefined)[];
  amount?: number;
  payment_method?: PaymentMethod | null;
}

interface OfSale {
  actor: Actor;
  /** The sale's id. */
  id: string;
}

/** All errors in the well-formed part of a refund, field by field; none for a sale that the caller may not see. */
export async function faultsOfRefund(db: Handle, { actor, id }: OfSale, part: RefundPart): Promise<ValidationErrors> {
  const errors = new ValidationErrors();
  const amount = amountOf('amount', part.amount, { actor, errors });
  // Malformed items are not in the part, but were sent.
  if (amount === 0n && !('items' in part)) errors.add('amount', refundsNothing);
  for (const [index, item] of (part.items ?? []).entries()) {
    // Malformed fields are undefined in the part, but were sent.
    if (item === undefined || Object.values<unknown>(item).includes(undefined)) continue;
    const fault = faultOfRefundItem(item);
    if (fault !== undefined) errors.add(`items[${index}].${fault.field}`, fault.message);
  }
  const sale = await findSeen(db, { actor, id });
  if (sale === undefined) return errors;
  const sold = new Set(sale.lines.map(({ product_id }) => product_id));
  for (const [index, item] of (part.items ?? []).entries()) {
    const product_id = item?.product_id?.toLowerCase();
    if (product_id !== undefined && !sold.has(product_id)) errors.add(`items[${index}].product_id`, notSold);
    if (item?.line_no !== undefined && item.line_no > sale.lines.length) errors.add(`items[${index}].line_no`, notSold);
  }
  checkMethod(sale, part, errors);
  return errors;
}

function checkMethod({ payments }: Sale, { payment_method = null }: RefundPart, errors: ValidationErrors): void {
  try {
    methodOfRefund(payments, payment_method);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    for (const { field, message } of error.details) errors.add(field, message);
  }
}

/** All errors in the well-formed part of a payment for a parked sale; none for a sale that is not parked. */
export async function faultsOfCompletion(
  db: Handle,
  { actor, id }: OfSale,
  part: TenderPart,
): Promise<ValidationErrors> {
  const errors = new ValidationErrors();
  const sale = await findSeen(db, { actor, id });
  const parked = sale?.status === 'pending' ? sale : undefined;
  checkPayments(part, { total: parked?.total, actor, errors });
  const byPoints = part.payment_method === 'points' || part.payments?.some((payment) => payment?.method === 'points');
  if (byPoints && parked?.customer_id === null) errors.add('customer_id', pointsNeedCustomer);
  return errors;
}

async function findSeen(db: Handle, { actor, id }: OfSale): Promise<Sale | undefined> {
  const sale = await findSale(db, id);
  return sale === undefined || !isWithin(actor.branch_ids, sale.branch_id) ? undefined : sale;
}
