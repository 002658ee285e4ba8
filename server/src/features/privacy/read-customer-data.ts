import type { OperationContext } from '../../core/actor.ts';
import { outsideOfBranches } from '../../core/branches.ts';
import { groupsBelow } from '../../core/chunks.ts';
import { notFound } from '../../core/errors.ts';
import type { Database, Handle } from '../../platform/database/handle.ts';
import { type Tier, tierOf } from '../customers/rules.ts';
import * as queries from './queries.ts';

/** The maximum number of lines in memory, unless a single sale has more with its refunds. */
const linesAtOnce = 2_000;

export interface SaleData extends queries.SaleRecord {
  lines: queries.LineRecord[];
  payments: queries.PaymentRecord[];
  refunds: (queries.RefundRecord & { lines: queries.RefundLineRecord[] })[];
}

/** Everything stored about a customer. The lists are read while the response is written. */
export interface CustomerData {
  customer: queries.CustomerRecord & { tier: Tier };
  entries: AsyncIterable<queries.EntryRecord[]>;
  sales: AsyncIterable<SaleData[]>;
}

/**
 * Reads everything stored about a customer, also a deleted one. Reads in batches, so that a slow download holds neither
 * memory nor a connection.
 * @throws AppError NOT_FOUND; FORBIDDEN for users limited to branches
 */
export async function readCustomerData(
  database: Database,
  { actor, now }: OperationContext,
  id: string,
): Promise<CustomerData> {
  const db = database.reader(actor.merchant.id);
  // The data of the user's branches alone would be incomplete.
  if (actor.branch_ids !== null) throw outsideOfBranches();
  const record = await queries.findRecord(db, id);
  if (record === undefined) throw notFound('Customer');
  // An export of personal data is recorded in the audit trail.
  await database.transaction(actor.merchant.id, async (tx) =>
    tx.audit({ action: 'customer.exported', subject_id: record.id, by: actor, now }),
  );
  return {
    customer: { ...record, tier: tierOf(record.lifetime_value, actor.merchant) },
    entries: queries.eachEntryBatch(db, id),
    sales: withLinesAndPayments(db, queries.eachSaleBatch(db, id)),
  };
}

async function* withLinesAndPayments(
  db: Handle,
  batches: AsyncIterable<queries.SaleRecord[]>,
): AsyncIterable<SaleData[]> {
  for await (const sales of batches) {
    const lengths = new Map((await queries.countLines(db, sales)).map(({ sale_id, lines }) => [sale_id, lines]));
    for (const some of groupsBelow(sales, linesAtOnce, ({ id }) => lengths.get(id) ?? 0))
      yield await complete(db, some);
  }
}

async function complete(db: Handle, sales: readonly queries.SaleRecord[]): Promise<SaleData[]> {
  const lines = Map.groupBy(await queries.listLines(db, sales), ({ sale_id }) => sale_id);
  const payments = Map.groupBy(await queries.listPayments(db, sales), ({ sale_id }) => sale_id);
  const refunds = await queries.listRefunds(db, sales);
  const refundLines = Map.groupBy(
    refunds.length === 0 ? [] : await queries.listRefundLines(db, refunds),
    ({ refund_id }) => refund_id,
  );
  const refundsOfSale = Map.groupBy(refunds, ({ sale_id }) => sale_id);
  return sales.map((sale) => ({
    ...sale,
    lines: lines.get(sale.id) ?? [],
    payments: payments.get(sale.id) ?? [],
    refunds: (refundsOfSale.get(sale.id) ?? []).map((refund) => ({
      ...refund,
      lines: refundLines.get(refund.id) ?? [],
    })),
  }));
}
