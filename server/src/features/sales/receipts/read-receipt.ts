import { type Actor, can } from '../../../core/actor.ts';
import type { Timestamp } from '../../../core/clock.ts';
import { invalidState } from '../../../core/errors.ts';
import type { Database, Handle } from '../../../platform/database/handle.ts';
import { findCustomerName } from '../../customers/find-customers.ts';
import { findEntryOf } from '../../journal/queries.ts';
import { getBranch } from '../../merchant/find-locations.ts';
import { getMerchant } from '../../merchant/queries.ts';
import { getSale } from '../locked-sale.ts';
import { listRefunds } from '../queries.ts';
import { buildReceipt, type Receipt, type ReceiptSource } from './receipt.ts';
import { isReceiptRead, markReceiptRead } from './receipt-queries.ts';

interface ReceiptRequest {
  actor: Actor;
  sale_id: string;
  now: Timestamp;
}

/**
 * Reads the receipt of a sale and renders it. The first reading by those who may sell is the original, each other one a
 * copy.
 * The sale is marked as read after rendering, so that a failure does not use up the original.
 * @throws AppError NOT_FOUND, INVALID_STATE for a sale that is not completed or was voided
 */
export async function readReceipt<Form>(
  database: Database,
  { actor, sale_id, now }: ReceiptRequest,
  render: (receipt: Receipt) => Form | Promise<Form>,
): Promise<Form> {
  const { source, is_read } = await database.snapshot(actor.merchant.id, async (db) => ({
    source: await findReceiptSource(db, actor, sale_id),
    is_read: await isReceiptRead(db, sale_id),
  }));
  const asCopy = () => render(buildReceipt(source, true));
  if (is_read || !can(actor, 'sales:write')) return asCopy();
  const original = await render(buildReceipt(source, false));
  const isFirst = await database.transaction(actor.merchant.id, (tx) => markReceiptRead(tx, source.sale.id, now));
  return isFirst ? original : asCopy();
}

/** @throws AppError NOT_FOUND, INVALID_STATE */
export async function findReceiptSource(db: Handle, actor: Actor, sale_id: string): Promise<ReceiptSource> {
  const sale = await getSale(db, actor, sale_id);
  if (sale.status === 'pending') throw invalidState('A parked transaction has no receipt until it is completed');
  if (sale.status === 'voided') throw invalidState('A voided transaction has no receipt');
  const { customer_id } = sale;
  const name = customer_id === null ? undefined : await findCustomerName(db, customer_id);
  return {
    sale,
    refunds: await listRefunds(db, sale.id),
    merchant: await getMerchant(db),
    branch: await getBranch(db, sale.branch_id),
    customer: customer_id === null || name === undefined ? null : { id: customer_id, name },
    journal: sale.register_id === null ? null : ((await findEntryOf(db, sale.id, 'sale')) ?? null),
  };
}
