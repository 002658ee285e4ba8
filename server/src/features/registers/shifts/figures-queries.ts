import { type RawBuilder, sql } from 'kysely';
import type { PaymentMethod } from '../../../core/payment-methods.ts';
import type { Handle } from '../../../platform/database/handle.ts';
import { rowsOf } from '../../../platform/database/statement.ts';
import { byMethod, type MethodAmount } from '../rules.ts';
import { type Figures, type FiguresInText, readFigures } from './figures-rules.ts';

/**
 * What shifts should have of each payment method: the float, payments without change, less refunds and voids that they
 * paid out, and the cash paid in and out.
 */
const expectedOf = (db: Handle, shift_ids: readonly string[]): RawBuilder<ExpectedRow> => sql<ExpectedRow>`
  select e.shift_id, e.method, sum(e.amount)::bigint as amount from (
    select s.shift_id, p.method, p.amount
    from sales s join sale_payments p on p.merchant_id = s.merchant_id and p.sale_id = s.id
    where s.merchant_id = ${db.merchant_id} and s.shift_id = any(${[...shift_ids]}::uuid[])
    union all
    select s.void_shift_id, p.method, -p.amount
    from sales s join sale_payments p on p.merchant_id = s.merchant_id and p.sale_id = s.id
    where s.merchant_id = ${db.merchant_id} and s.void_shift_id = any(${[...shift_ids]}::uuid[])
    union all
    select r.shift_id, g.method, -g.amount
    from refunds r cross join lateral (values (r.payment_method, r.amount - r.points_amount + r.rounding), ('points', r.points_amount)) as g (method, amount)
    where r.merchant_id = ${db.merchant_id} and r.shift_id = any(${[...shift_ids]}::uuid[]) and g.amount <> 0
    union all
    select f.id, 'cash', f.opening_float from shifts f
    where f.merchant_id = ${db.merchant_id} and f.id = any(${[...shift_ids]}::uuid[])
    union all
    select m.shift_id, 'cash', case m.type when 'paid_out' then -m.amount else m.amount end
    from cash_movements m
    where m.merchant_id = ${db.merchant_id} and m.shift_id = any(${[...shift_ids]}::uuid[]) and ${isNotVoided}
  ) e group by e.shift_id, e.method`;

const isNotVoided = sql<boolean>`not exists (
  select from cash_movement_voids v where v.merchant_id = m.merchant_id and v.movement_id = m.id)`;

interface ExpectedRow extends MethodAmount {
  shift_id: string;
}

/** The expected amounts of shifts, from the ledger, by shift. */
export async function listExpected(
  db: Handle,
  shift_ids: readonly string[],
): Promise<(shift_id: string) => MethodAmount[]> {
  const rows = shift_ids.length === 0 ? [] : await db.many(expectedOf(db, shift_ids));
  const byShift = Map.groupBy(rows, ({ shift_id }) => shift_id);
  return (shift_id) => byMethod((byShift.get(shift_id) ?? []).map(({ method, amount }) => ({ method, amount })));
}

/** The sales of a shift, without those that it voided itself. */
const sold = (db: Handle, shift_id: string): RawBuilder<unknown> => sql`
  sales s where s.merchant_id = ${db.merchant_id} and s.shift_id = ${shift_id} and s.void_shift_id is distinct from s.shift_id`;

const totals = (db: Handle, shift_id: string) => sql`
  select count(*)::int as count, coalesce(sum(s.total), 0)::text as amount, coalesce(sum(s.discount), 0)::text as discounts,
    coalesce(sum(s.rounding), 0)::text as rounding
  from ${sold(db, shift_id)}`;

const voids = (db: Handle, shift_id: string) => sql`
  select count(*)::int as count, coalesce(sum(total), 0)::text as amount,
    coalesce(sum(rounding) filter (where shift_id is distinct from void_shift_id), 0)::text as rounding
  from sales where merchant_id = ${db.merchant_id} and void_shift_id = ${shift_id}`;

const refunds = (db: Handle, shift_id: string) => sql`
  select count(*)::int as count, coalesce(sum(amount), 0)::text as amount, coalesce(sum(tax), 0)::text as tax,
    coalesce(sum(rounding), 0)::text as rounding
  from refunds where merchant_id = ${db.merchant_id} and shift_id = ${shift_id}`;

const movements = (db: Handle, shift_id: string) => sql`
  select coalesce(sum(m.amount) filter (where m.type = 'paid_in'), 0)::text as paid_in,
    coalesce(sum(m.amount) filter (where m.type = 'paid_out'), 0)::text as paid_out,
    (count(*) filter (where m.type = 'no_sale'))::int as no_sales
  from cash_movements m where m.merchant_id = ${db.merchant_id} and m.shift_id = ${shift_id} and ${isNotVoided}`;

/** The lines of a shift, added up for each product and tax rate, so that they are read once. */
const lines = (db: Handle, shift_id: string): RawBuilder<unknown> => sql`
  select s.tax_mode, l.tax_rate_ppm, l.product_id, sum(l.tax) as tax, sum(l.total) as total, sum(l.quantity) as quantity
  from (select s.id, s.tax_mode, s.merchant_id from ${sold(db, shift_id)}) s
  join sale_lines l on l.merchant_id = s.merchant_id and l.sale_id = s.id
  group by s.tax_mode, l.tax_rate_ppm, l.product_id`;

const taxByRate = sql<unknown>`
  select l.tax_rate_ppm as rate_ppm, sum(l.total - l.tax)::text as net, sum(l.tax)::text as tax
  from lines l where l.tax_mode <> 'none'
  group by l.tax_rate_ppm order by l.tax_rate_ppm`;

/** Each product's line belongs to the category that its product has now; a variant's, to that of its product. */
const byCategory = (db: Handle) => sql`
  select c.id as category_id, c.name, sum(l.quantity)::text as quantity, sum(l.total)::text as amount
  from lines l
  left join products p on p.merchant_id = ${db.merchant_id} and p.id = l.product_id
  left join products parent on parent.merchant_id = p.merchant_id and parent.id = p.parent_id
  left join categories c on c.merchant_id = p.merchant_id and c.id = coalesce(p.category_id, parent.category_id)
  group by c.id, c.name order by sum(l.total) desc, c.name, c.id`;

const byCashier = (db: Handle, shift_id: string) => sql`
  select s.cashier_id as user_id, u.name, s.count, s.amount from (
    select s.cashier_id, count(*)::int as count, sum(s.total)::text as amount from ${sold(db, shift_id)} group by s.cashier_id
  ) s join users u on u.id = s.cashier_id
  order by s.count desc, u.name, s.cashier_id`;

/** What a void of another shift's sale pays back counts as refunded. */
const byPaymentMethod = (db: Handle, shift_id: string) => sql`
  select g.method, sum(g.sales)::text as sales, sum(g.refunds)::text as refunds, sum(g.change)::text as change from (
    select p.method, p.amount as sales, 0 as refunds, 0 as change
    from (select s.id, s.merchant_id from ${sold(db, shift_id)}) s join sale_payments p on p.merchant_id = s.merchant_id and p.sale_id = s.id
    union all
    select 'cash', 0, 0, s.change from (select s.change from ${sold(db, shift_id)} and s.change <> 0) s
    union all
    select p.method, 0, p.amount, 0
    from sales s join sale_payments p on p.merchant_id = s.merchant_id and p.sale_id = s.id
    where s.merchant_id = ${db.merchant_id} and s.void_shift_id = ${shift_id} and s.shift_id is distinct from s.void_shift_id
    union all
    select g.method, 0, g.amount, 0
    from refunds r cross join lateral (values (r.payment_method, r.amount - r.points_amount + r.rounding), ('points', r.points_amount)) as g (method, amount)
    where r.merchant_id = ${db.merchant_id} and r.shift_id = ${shift_id} and g.amount <> 0
  ) g group by g.method`;

interface FoundFigures {
  totals: [FiguresInText['sales'] & { discounts: string; rounding: string }];
  refunds: [FiguresInText['refunds'] & { rounding: string }];
  /** `rounding` is of other shifts’ sales only; those of this shift are not among its sales. */
  voids: [FiguresInText['voids'] & { rounding: string }];
  movements: [Pick<FiguresInText, 'paid_in' | 'paid_out' | 'no_sales'>];
  tax_by_rate: FiguresInText['tax_by_rate'];
  by_method: (FiguresInText['by_method'][number] & { method: PaymentMethod })[];
  by_cashier: FiguresInText['by_cashier'];
  by_category: FiguresInText['by_category'];
}

/** The sums of a shift, from the ledger, in one statement: as JSON, and read. */
export async function findFigures(db: Handle, shift_id: string): Promise<{ text: string; figures: Figures }> {
  const found = await db.one(sql<FoundFigures>`
    with lines as materialized (${lines(db, shift_id)})
    select ${rowsOf(totals(db, shift_id))} as totals, ${rowsOf(refunds(db, shift_id))} as refunds,
      ${rowsOf(voids(db, shift_id))} as voids, ${rowsOf(movements(db, shift_id))} as movements,
      ${rowsOf(taxByRate)} as tax_by_rate, ${rowsOf(byPaymentMethod(db, shift_id))} as by_method,
      ${rowsOf(byCashier(db, shift_id))} as by_cashier, ${rowsOf(byCategory(db))} as by_category`);
  const [{ discounts, rounding: ofSales, ...sales }] = found.totals;
  const [{ rounding: ofRefunds, ...refunded }] = found.refunds;
  const [{ rounding: ofVoids, ...voided }] = found.voids;
  const inText: FiguresInText = {
    sales,
    refunds: refunded,
    voids: voided,
    discounts,
    rounding: String(BigInt(ofSales) - BigInt(ofRefunds) - BigInt(ofVoids)),
    tax_by_rate: found.tax_by_rate,
    by_method: byMethod(found.by_method),
    by_cashier: found.by_cashier,
    by_category: found.by_category,
    ...found.movements[0],
  };
  return { text: JSON.stringify(inText), figures: readFigures(inText) };
}
