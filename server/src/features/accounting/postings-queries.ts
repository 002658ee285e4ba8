import { type RawBuilder, sql } from 'kysely';
import type { Handle } from '../../platform/database/handle.ts';
import type { CashMovement, LedgerSum } from './posting-rules.ts';

/**
 * What a shift sold, voided of other shifts, and refunded. All refunds of a sale are one document, so that its lines
 * are read once.
 */
const documents = (db: Handle, shift_id: string): RawBuilder<unknown> => sql`
  select 'sale' as kind, s.id as sale_id, s.tax_mode, s.total, s.tax
  from sales s
  where s.merchant_id = ${db.merchant_id} and s.shift_id = ${shift_id} and s.void_shift_id is distinct from s.shift_id
  union all
  select 'void', s.id, s.tax_mode, s.total, s.tax
  from sales s
  where s.merchant_id = ${db.merchant_id} and s.void_shift_id = ${shift_id} and s.shift_id is distinct from s.void_shift_id
  union all
  select 'refund', s.id, s.tax_mode, r.total, r.tax
  from (
    select sale_id, sum(amount)::bigint as total, sum(tax)::bigint as tax
    from refunds where merchant_id = ${db.merchant_id} and shift_id = ${shift_id} group by sale_id
  ) r join sales s on s.merchant_id = ${db.merchant_id} and s.id = r.sale_id`;

/** The payments of the documents, by method. Cash can be rounded to nothing. */
const payments = (db: Handle, shift_id: string): RawBuilder<unknown> => sql`
  select d.kind, d.sale_id, d.total, coalesce(p.method, 'cash') as method, coalesce(sum(p.amount), 0) as amount
  from documents d
  left join sale_payments p on p.merchant_id = ${db.merchant_id} and p.sale_id = d.sale_id
  where d.kind <> 'refund'
  group by d.kind, d.sale_id, d.total, coalesce(p.method, 'cash')
  union all
  select d.kind, d.sale_id, d.total, g.method, sum(g.amount)
  from documents d
  join refunds r on r.merchant_id = ${db.merchant_id} and r.sale_id = d.sale_id and r.shift_id = ${shift_id}
  cross join lateral (values (r.payment_method, r.amount - r.points_amount + r.rounding), ('points', r.points_amount)) as g (method, amount)
  where d.kind = 'refund' and (g.amount <> 0 or g.method <> 'points')
  group by d.kind, d.sale_id, d.total, g.method`;

/**
 * The part of the total that each method pays. If the payments are not the total, one method pays the difference, which
 * is rounding: cash, unless its part would be below 0, else the largest.
 */
const tenders = sql`
  select *, count(*) over (partition by kind, sale_id) as methods, (sum(share) over (partition by kind, sale_id order by n))::bigint as share_upto
  from (
    select kind, sale_id, method, n, (case n when 1 then amount - surplus else amount end)::bigint as share, case n when 1 then surplus else 0 end as rounding
    from (
      select *, row_number() over (partition by kind, sale_id order by (method = 'cash' and amount >= surplus) desc, amount desc, method) as n
      from (select *, sum(amount) over (partition by kind, sale_id) - total as surplus from payments) p
    ) p
  ) p`;

/** `amount × upto / whole`, rounded half up; none is negative. For `upto = whole` it is `amount` exactly. */
const shareUpTo = (amount: RawBuilder<unknown>, upto: RawBuilder<unknown>, whole: RawBuilder<unknown>) =>
  sql`case when ${whole} = 0 then 0 else div(2 * ${amount} * (${upto}) + ${whole}, 2 * ${whole}) end`;

/** The same of bigints that are at most `s.whole`. The quotient of numerics takes much longer, and is seldom needed. */
function wholeShareUpTo(amount: RawBuilder<unknown>, upto: RawBuilder<unknown>): RawBuilder<unknown> {
  const exact = shareUpTo(sql`${amount}::numeric`, upto, sql`s.whole`);
  return sql`case when s.whole between 1 and 2000000000 then (2 * ${amount} * ${upto} + s.whole) / (2 * s.whole) else ${exact} end`;
}

interface LineShare {
  upto: RawBuilder<unknown>;
  weight: RawBuilder<unknown>;
  whole: RawBuilder<unknown>;
}

/** The share of a line, as the difference of two shares of growing sums, so that all of them add up to `amount`. */
const shareOfLine = (amount: RawBuilder<unknown>, { upto, weight, whole }: LineShare) =>
  sql`${shareUpTo(amount, upto, whole)} - ${shareUpTo(amount, sql`${upto} - ${weight}`, whole)}`;

/**
 * What refunds returned of each line: what they state, and of the rest a share by what was paid for the line. Their tax
 * is spread by the tax within these amounts.
 */
const refundedLines = (db: Handle, shift_id: string): RawBuilder<unknown> => sql`
  select kind, sale_id, tax_mode, tax_rate_ppm, product_id, amount,
    ${shareOfLine(sql.ref('tax'), { upto: sql.ref('tax_upto'), weight: sql.ref('weight'), whole: sql.ref('tax_whole') })} as tax
  from (
    select *, sum(weight) over (partition by sale_id) as tax_whole,
      sum(weight) over (partition by sale_id order by line_no) as tax_upto
    from (
      select *, case when sum(line_share) over (partition by sale_id) = 0 then line_tax else line_share end as weight
      from (
        select *, case line_total when 0 then 0 else line_tax::numeric * amount / line_total end as line_share
        from (
          select *, stated + ${shareOfLine(sql.ref('rest'), { upto: sql.ref('upto'), weight: sql.ref('line_total'), whole: sql.ref('whole') })} as amount
          from (
            select d.kind, d.sale_id, d.tax_mode, d.tax, l.line_no, l.tax_rate_ppm, l.product_id,
              l.tax as line_tax, l.total as line_total, coalesce(b.amount, 0) as stated,
              d.total - sum(coalesce(b.amount, 0)) over (partition by d.sale_id) as rest,
              sum(l.total) over (partition by d.sale_id order by l.line_no) as upto,
              sum(l.total) over (partition by d.sale_id) as whole
            from documents d
            join sale_lines l on l.merchant_id = ${db.merchant_id} and l.sale_id = d.sale_id
            left join (
              select l.sale_id, l.sale_line_no, sum(l.amount) as amount
              from refunds r join refund_lines l on l.merchant_id = r.merchant_id and l.refund_id = r.id
              where r.merchant_id = ${db.merchant_id} and r.shift_id = ${shift_id}
              group by l.sale_id, l.sale_line_no
            ) b on b.sale_id = l.sale_id and b.sale_line_no = l.line_no
            where d.kind = 'refund'
          ) r
        ) r
      ) r
    ) r
  ) r`;

/** The documents by rate and category. A line belongs to the category that its product has now. */
const parts = (db: Handle, shift_id: string): RawBuilder<unknown> => sql`
  select l.kind, l.sale_id, case l.tax_mode when 'none' then null else l.tax_rate_ppm end as rate_ppm,
    coalesce(p.category_id, parent.category_id) as category_id, sum(l.amount - l.tax) as net, sum(l.tax) as tax
  from (
    select d.kind, d.sale_id, d.tax_mode, l.tax_rate_ppm, l.product_id, l.total as amount, l.tax
    from documents d join sale_lines l on l.merchant_id = ${db.merchant_id} and l.sale_id = d.sale_id
    where d.kind <> 'refund'
    union all
    select kind, sale_id, tax_mode, tax_rate_ppm, product_id, amount, tax from (${refundedLines(db, shift_id)}) r
  ) l
  left join products p on p.merchant_id = ${db.merchant_id} and p.id = l.product_id
  left join products parent on parent.merchant_id = p.merchant_id and parent.id = p.parent_id
  group by 1, 2, 3, 4`;

/** The net amounts and taxes of documents with several methods, in order, each with the sum up to it. */
const segments = sql`
  select p.kind, p.sale_id, p.rate_ppm, p.category_id, v.is_tax, v.amount::bigint as amount,
    (sum(v.amount) over (partition by p.kind, p.sale_id))::bigint as whole,
    (sum(v.amount) over (partition by p.kind, p.sale_id order by p.rate_ppm, p.category_id, v.is_tax))::bigint as upto
  from parts p
  join tenders t on t.kind = p.kind and t.sale_id = p.sale_id and t.n = 1
    and t.methods > 1
  cross join lateral (values (false, p.net), (true, p.tax)) as v (is_tax, amount)`;

/**
 * What a method pays of a segment: the first methods together pay a rounded share of the first segments together, and
 * this is the difference to those without the method and without the segment. So each method pays exactly its part, and
 * each segment is paid exactly. A share can be one unit below 0.
 */
const paidOfSegment = sql`
  ${wholeShareUpTo(sql`t.share_upto`, sql`s.upto`)} - ${wholeShareUpTo(sql`(t.share_upto - t.share)`, sql`s.upto`)}
  - ${wholeShareUpTo(sql`t.share_upto`, sql`(s.upto - s.amount)`)} + ${wholeShareUpTo(sql`(t.share_upto - t.share)`, sql`(s.upto - s.amount)`)}`;

const shares = sql`
  select t.kind, t.method, p.rate_ppm, p.category_id, p.net, p.tax
  from parts p join tenders t on t.kind = p.kind and t.sale_id = p.sale_id and t.methods = 1
  union all
  select kind, method, rate_ppm, category_id, case when is_tax then 0 else amount end, case when is_tax then amount else 0 end
  from (
    select s.kind, t.method, s.rate_ppm, s.category_id, s.is_tax, ${paidOfSegment} as amount
    from segments s join tenders t on t.kind = s.kind and t.sale_id = s.sale_id
  ) t`;

/**
 * The ledger of a shift by kind, payment method, tax rate and category, and what its payments are more than the totals
 * (rounding). One row more than the limit shows that there are more.
 */
export const listLedgerSums = (db: Handle, shift_id: string, limit: number): Promise<LedgerSum[]> =>
  db.many(sql<LedgerSum>`
    with documents as materialized (${documents(db, shift_id)}),
    payments as (${payments(db, shift_id)}),
    tenders as materialized (${tenders}),
    parts as materialized (${parts(db, shift_id)}),
    segments as (${segments})
    select s.kind, s.method, s.rate_ppm, s.category_id, c.name as category, s.net, s.tax
    from (
      select kind, method, rate_ppm, category_id, sum(net)::bigint as net, sum(tax)::bigint as tax
      from (${shares}) s group by kind, method, rate_ppm, category_id
    ) s
    left join categories c on c.merchant_id = ${db.merchant_id} and c.id = s.category_id
    where s.net <> 0 or s.tax <> 0
    union all
    select 'rounding', t.method, null, null, null, sum(case t.kind when 'sale' then t.rounding else -t.rounding end)::bigint, 0
    from tenders t group by t.method having sum(case t.kind when 'sale' then t.rounding else -t.rounding end) <> 0
    limit ${limit + 1}`);

/** The cash movements of a shift that were not voided, oldest first. */
export const listMovements = (db: Handle, shift_id: string, limit: number): Promise<CashMovement[]> =>
  db.many(sql<CashMovement>`
    select m.type, m.amount, m.reason
    from cash_movements m
    where m.merchant_id = ${db.merchant_id} and m.shift_id = ${shift_id} and m.type <> 'no_sale'
      and not exists (select from cash_movement_voids v where v.merchant_id = m.merchant_id and v.movement_id = m.id)
    order by m.created_at, m.id
    limit ${limit + 1}`);
