import { sql } from 'kysely';
import type { Transaction } from '../../platform/database/handle.ts';

/** Ordered by id, and before the customer: the lock order of every operation that locks both. */
export const lockCustomerSales = (tx: Transaction, customer_id: string): Promise<number> =>
  tx.run(
    sql`select from sales where merchant_id = ${tx.merchant_id} and customer_id = ${customer_id} order by id for update`,
  );

export const clearSaleTexts = (tx: Transaction, customer_id: string): Promise<number> =>
  tx.run(sql`
    update sales set note = null, label = null, void_reason = null
    where merchant_id = ${tx.merchant_id} and customer_id = ${customer_id} and (note is not null or label is not null or void_reason is not null)`);

export const clearRefundReasons = (tx: Transaction, customer_id: string): Promise<number> =>
  tx.run(sql`
    update refunds r set reason = null
    from sales s
    where s.merchant_id = ${tx.merchant_id} and s.customer_id = ${customer_id}
      and r.merchant_id = ${tx.merchant_id} and r.sale_id = s.id and r.reason is not null`);

/** Clears references that contain one of these texts, in any case. */
export const clearReferences = (tx: Transaction, customer_id: string, texts: readonly string[]): Promise<number> =>
  tx.run(sql`
    update sale_payments p set reference = null
    from sales s
    where s.merchant_id = ${tx.merchant_id} and s.customer_id = ${customer_id}
      and p.merchant_id = ${tx.merchant_id} and p.sale_id = s.id
      and exists (select from unnest(${[...texts]}::text[]) as t (text) where position(lower(t.text) in lower(p.reference)) > 0)`);

/** The ids of sales and of their refunds. */
export const listSaleAndRefundIds = (tx: Transaction, customer_id: string): Promise<{ id: string }[]> =>
  tx.many(sql<{ id: string }>`
    select id from sales where merchant_id = ${tx.merchant_id} and customer_id = ${customer_id}
    union all
    select r.id from sales s join refunds r on r.merchant_id = s.merchant_id and r.sale_id = s.id
    where s.merchant_id = ${tx.merchant_id} and s.customer_id = ${customer_id}`);
