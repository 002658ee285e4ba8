import type pg from 'pg';
import type { ShopRecords } from './expected.ts';

/** Read the rows of each operation, in the format of `expected.ts`. Every row has the name of its operation in a text column. */
const queries: Record<keyof ShopRecords, string> = {
  sales: `
    select s.note as name, concat_ws('; ', s.id, s.status, l.lines, coalesce(m.moved, ''), coalesce(p.paid, ''),
      coalesce(e.earned, 0) || ' ' || coalesce(e.redeemed, 0), coalesce(t.parked, 0) || ' ' || coalesce(t.completed, 0),
      case when s.shift_id is null then 'elsewhere' else 'at the register' end) as what
    from sales s
    left join (select sale_id, string_agg(product_id || ':' || quantity, ' ' order by product_id) as lines from sale_lines where merchant_id = $1 group by 1) l
      on l.sale_id = s.id
    left join (select source_id, string_agg(product_id || ':' || quantity, ' ' order by product_id) as moved from stock_movements
      where merchant_id = $1 and type = 'sale' group by 1) m on m.source_id = s.id
    left join (select sale_id, string_agg(method || ':' || amount || ':' || reference, ' ' order by method) as paid from sale_payments where merchant_id = $1 group by 1) p
      on p.sale_id = s.id
    left join (select sale_id, sum(points) filter (where type = 'earned') as earned, -sum(points) filter (where type = 'redeemed') as redeemed
      from points_entries where merchant_id = $1 group by 1) e on e.sale_id = s.id
    left join (select subject_id, count(*) filter (where type = 'sale.parked') as parked, count(*) filter (where type = 'sale.completed') as completed
      from events where merchant_id = $1 and type in ('sale.parked', 'sale.completed') group by 1) t on t.subject_id = s.id
    where s.merchant_id = $1`,
  refunds: `
    select r.reason as name, concat_ws('; ', r.id, r.sale_id, l.lines, m.moved, t.events,
      case when r.shift_id is null then 'elsewhere' else 'at the register' end) as what
    from refunds r
    left join (select refund_id, string_agg(product_id || ':' || quantity, ' ' order by product_id) as lines from refund_lines where merchant_id = $1 group by 1) l
      on l.refund_id = r.id
    left join (select source_id, string_agg(product_id || ':' || quantity, ' ' order by product_id) as moved from stock_movements
      where merchant_id = $1 and type = 'refund' group by 1) m on m.source_id = r.id
    left join (select subject_id, count(*) as events from events where merchant_id = $1 and type = 'sale.refunded' group by 1) t on t.subject_id = r.id
    where r.merchant_id = $1`,
  movements: `
    select reason as name, string_agg(concat_ws(':', type, product_id, warehouse_id, quantity), ' ' order by type) as what
    from stock_movements
    where merchant_id = $1 and type in ('addition', 'subtraction', 'adjustment', 'transfer_out', 'transfer_in') and reason is distinct from 'Opening'
    group by 1`,
  products: `
    select split_part(p.sku, '/', 1) as name, string_agg(concat_ws(':', p.sku, p.price, m.stock, m.times), ' ' order by p.sku) as what
    from products p
    left join (select product_id, sum(quantity) as stock, count(*) as times from stock_movements where merchant_id = $1 group by 1) m on m.product_id = p.id
    where p.merchant_id = $1 and p.sku not like 'P-%'
    group by 1`,
  keys: `
    select substr(key, 5) as name, status || ' ' || encode(sha256(convert_to(body, 'UTF8')), 'hex') as what
    from idempotency_keys where merchant_id = $1 and key like 'key op-%'`,
  levels: `
    select product_id || ' ' || warehouse_id as name, on_hand || ' ' || reserved as what
    from stock_levels l where merchant_id = $1 and exists (select from products p where (p.merchant_id, p.id) = (l.merchant_id, l.product_id) and p.sku like 'P-%')`,
  cash: `
    select m.reason as name, concat_ws(':', m.type, m.amount, t.events) as what
    from cash_movements m
    left join (select subject_id, count(*) as events from events where merchant_id = $1 and type = 'cash_movement.created' group by 1) t on t.subject_id = m.id
    where m.merchant_id = $1`,
  shifts: `
    select s.id::text as name, coalesce(sum(case m.type when 'paid_in' then m.amount else -m.amount end), 0)::text as what
    from shifts s left join cash_movements m on (m.merchant_id, m.shift_id) = (s.merchant_id, s.id)
    where s.merchant_id = $1 group by s.id`,
  approvals: `
    select a.id::text as name, a.state || ':' || t.events as what
    from approvals a
    left join (select subject_id, count(*) as events from events where merchant_id = $1 and type like 'approval.%' group by 1) t on t.subject_id = a.id
    where a.merchant_id = $1`,
  rollups: `select 'sales' as name, coalesce(sum(sales), 0)::text as what from sales_rollups where merchant_id = $1`,
};

export type Queryable = Pick<pg.Pool | pg.PoolClient, 'query'>;

/** The differences between found and expected records: lost, doubled, different, or without a request. */
export async function differences(db: Queryable, merchant_id: string, expected: ShopRecords): Promise<string[]> {
  const violations: string[] = [];
  for (const [table, query] of Object.entries(queries) as [keyof ShopRecords, string][]) {
    const { rows } = (await db.query(query, [merchant_id])) as { rows: { name: string | null; what: string }[] };
    const seen = new Set<string | null>();
    for (const { name, what } of rows) {
      const wanted = name === null ? undefined : expected[table].get(name);
      if (seen.has(name)) violations.push(`${table}: duplicated: ${name}: ${what}`);
      else if (wanted === undefined) violations.push(`${table}: without a request: ${name}: ${what}`);
      else if (wanted !== what)
        violations.push(`${table}: different: ${name} is\n    ${what}\n  but must be\n    ${wanted}`);
      seen.add(name);
    }
    for (const name of expected[table].keys())
      if (!seen.has(name)) violations.push(`${table}: lost: ${name}, ${expected[table].get(name)}`);
  }
  return violations;
}
