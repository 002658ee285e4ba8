/** The size of a merchant's history. */
export interface History {
  merchant_id: string;
  owner_id: string;
  products: number;
  customers: number;
  sales: number;
  branches: number;
  /** The number of days until today. */
  days: number;
}

/** Statements that write a history, run in this order. */
export interface HistoryStatements {
  prepare: string[];
  /** Independent lists, which may run at the same time. */
  fill: string[][];
  finish: string[];
}

/** The temporary schema of the drawn sales. */
const schema = 'seeding';

/**
 * Statements that write a history. They draw sales first, and compute levels, ledgers and roll-ups from these, so that
 * every invariant holds. A few products sell most, evenings are busy and nights quiet, and sales grow with the years.
 * The same `setseed` gives the same history. Rows are inserted in the order of their keys, so that indexes grow at the end.
 */
export function historyStatements({
  merchant_id,
  owner_id,
  products,
  customers,
  sales,
  branches,
  days,
}: History): HistoryStatements {
  const m = `'${merchant_id}'::uuid`;
  const owner = `'${owner_id}'::uuid`;
  /** An id that sorts by its time, like those of the service. Ids of different kinds differ for the same number. */
  const id = (kind: number, at: string, n: string) =>
    `(lpad(to_hex((extract(epoch from ${at}) * 1000)::bigint), 12, '0') || '7' || lpad(to_hex((${n}) & 4095), 3, '0') || '8${kind}' || lpad(to_hex((${n}) >> 12), 14, '0'))::uuid`;
  const start = `(date_trunc('day', now()) - interval '${days} days')`;
  return {
    prepare: [
      `create schema ${schema}`,
      `create unlogged table ${schema}.branch as
       select row_number() over (order by b.is_default desc, b.id) - 1 as number, b.id as branch_id, w.id as warehouse_id
       from branches b join warehouses w on w.merchant_id = b.merchant_id and w.branch_id = b.id and w.is_default where b.merchant_id = ${m}`,
      `insert into branches (merchant_id, id, name, created_at, updated_at)
       select ${m}, ${id(1, start, 'n')}, 'Branch ' || n, ${start}, ${start} from generate_series(2, ${branches}) n`,
      `insert into warehouses (merchant_id, id, branch_id, name, is_default, created_at, updated_at)
       select ${m}, ${id(2, start, 'n')}, ${id(1, start, 'n')}, 'Warehouse ' || n, true, ${start}, ${start} from generate_series(2, ${branches}) n`,
      `insert into ${schema}.branch select n - 1, ${id(1, start, 'n')}, ${id(2, start, 'n')} from generate_series(2, ${branches}) n`,
      `insert into categories (merchant_id, id, name, created_at, updated_at)
       select ${m}, ${id(3, start, 'n')}, 'Category ' || n, ${start}, ${start} from generate_series(1, 40) n`,
      `insert into products (merchant_id, id, sku, name, category_id, price, cost, min_stock, created_at, updated_at)
       select ${m}, ${id(4, start, 'n')}, 'SKU-' || lpad(n::text, 7, '0'),
         (array['Green', 'Black', 'Small', 'Large', 'Fresh', 'Dried', 'Dark', 'Light'])[1 + n % 8] || ' '
           || (array['tea', 'coffee', 'sugar', 'flour', 'soap', 'candle', 'notebook', 'lamp', 'apple', 'shirt', 'cable'])[1 + n % 11] || ' ' || n,
         ${id(3, start, '1 + n % 40')}, p.price, p.price * 6 / 10, 5, ${start}, ${start}
       from (select n, 100 + floor(random() * 9900)::bigint as price from generate_series(1, ${products}) n) p`,
      `insert into customers (merchant_id, id, name, email, created_at, updated_at)
       select ${m}, ${id(5, start, 'n')}, 'Customer ' || n, 'customer' || n || '@example.com', ${start}, ${start} from generate_series(1, ${customers}) n`,
      `create unlogged table ${schema}.product as select row_number() over (order by sku) as number, id, sku, name, price, cost from products where merchant_id = ${m}`,
      `create unique index on ${schema}.product (number)`,
      // Later days are drawn more often than earlier ones, hours around noon and in the evening more often than others.
      `create unlogged table ${schema}.sale as
       select n, at, ${id(6, 'at', 'n')} as id, branch, customer, outcome, method, lines
       from (
         select row_number() over (order by at) as n, d.* from (
         select ${start} + floor(${days} * sqrt(random())) * interval '1 day'
             + (array[8, 9, 10, 11, 11, 12, 12, 12, 13, 14, 15, 16, 17, 17, 18, 18, 18, 19, 20, 2])[1 + floor(random() * 20)::int] * interval '1 hour'
             + floor(random() * 3600000) * interval '1 millisecond' as at,
           floor(random() * ${branches})::int as branch,
           case when random() < 0.3 then 1 + floor(random() * ${customers})::int end as customer,
           case when r < 0.005 then 'voided' when r < 0.02 then 'refunded' else 'completed' end as outcome,
           (array['cash', 'cash', 'card', 'card', 'card', 'qris'])[1 + floor(random() * 6)::int] as method,
           1 + floor(random() * random() * 11)::int as lines
         from (select random() as r from generate_series(1, ${sales})) d
         ) d
       ) d order by n`,
      `create unlogged table ${schema}.line as
       select d.n, d.id, d.at, d.branch, d.method, d.outcome, d.l as line_no, g.number as product, g.id as product_id, g.price, g.cost, d.quantity
       from (
         select s.*, l, 1 + floor(${products} * power(random(), 4))::bigint as product, 1 + floor(random() * random() * 4)::int as quantity
         from ${schema}.sale s, generate_series(1, s.lines) l
       ) d join ${schema}.product g on g.number = d.product`,
      `create unlogged table ${schema}.total as
       select n, sum(price * quantity) as total, sum(cost * quantity) as cost, sum(quantity)::int as items from ${schema}.line group by n order by n`,
      `create unique index on ${schema}.total (n)`,
      `analyze ${schema}.branch`,
      `analyze ${schema}.sale`,
      `analyze ${schema}.line`,
      `analyze ${schema}.total`,
      `analyze ${schema}.product`,
    ],
    fill: [
      [
        `insert into sale_lines (merchant_id, sale_id, line_no, product_id, sku, name, quantity, price, list_price, line_discount, sale_discount, tax_rate_ppm, tax,
         total, unit_cost, track_stock, refunded_quantity, refunded_amount)
       select ${m}, l.id, l.line_no, l.product_id, g.sku, g.name, l.quantity, l.price, l.price, 0, 0, 0, 0, l.price * l.quantity, l.cost, true,
         case l.outcome when 'refunded' then l.quantity else 0 end, case l.outcome when 'refunded' then l.price * l.quantity else 0 end
       from ${schema}.line l join ${schema}.product g on g.number = l.product`,
      ],
      [
        `insert into sales (merchant_id, id, code, status, branch_id, warehouse_id, customer_id, cashier_id, tax_mode, subtotal, discount, tax, total, cost, item_count,
         refunded_amount, loyalty_rate_ppm, payment_method, occurred_at, business_day, business_hour, created_at, updated_at, voided_at)
       select ${m}, s.id, 'S' || s.n, s.outcome, p.branch_id, p.warehouse_id, case when s.customer is not null then ${id(5, start, 's.customer')} end, ${owner},
         'none', t.total, 0, 0, t.total, t.cost, t.items, case s.outcome when 'refunded' then t.total else 0 end, 0, s.method,
         s.at, s.at::date, extract(hour from s.at), s.at, s.at, case s.outcome when 'voided' then s.at + interval '1 minute' end
       from ${schema}.sale s join ${schema}.total t on t.n = s.n join ${schema}.branch p on p.number = s.branch order by s.id`,
        `insert into sale_payments (merchant_id, id, sale_id, method, amount, created_at)
       select ${m}, ${id(7, 's.at', 's.n')}, s.id, s.method, t.total, s.at from ${schema}.sale s join ${schema}.total t on t.n = s.n`,
        `insert into refunds (merchant_id, id, sale_id, amount, tax, reason, payment_method, restock, points_reversed, sale_status, refunded_amount,
         remaining_refundable, user_id, business_day, business_hour, created_at)
       select ${m}, ${id(8, 's.at', 's.n')}, s.id, t.total, 0, 'changed their mind', s.method, true, 0, 'refunded', t.total, 0, ${owner},
         back::date, extract(hour from back), back
       from ${schema}.sale s join ${schema}.total t on t.n = s.n, lateral (select s.at + interval '1 hour') b (back) where s.outcome = 'refunded'`,
        `insert into refund_lines (merchant_id, refund_id, line_no, sale_id, sale_line_no, product_id, name, quantity, amount, tax)
       select ${m}, ${id(8, 'l.at', 'l.n')}, l.line_no, l.id, l.line_no, l.product_id, g.name, l.quantity, l.price * l.quantity, 0
       from ${schema}.line l join ${schema}.product g on g.number = l.product where l.outcome = 'refunded'`,
        `create unlogged table ${schema}.rollup_source as
       select l.branch, l.at, l.method, l.product_id, l.quantity, l.price * l.quantity as amount, l.cost * l.quantity as cost, l.line_no, false as is_back
       from ${schema}.line l where l.outcome <> 'voided'
       union all
       select l.branch, l.at + interval '1 hour', l.method, l.product_id, -l.quantity, -l.price * l.quantity, -l.cost * l.quantity, l.line_no, true
       from ${schema}.line l where l.outcome = 'refunded'`,
        `analyze ${schema}.rollup_source`,
        `insert into sales_rollups (merchant_id, branch_id, day, hour, sales, items_sold, gross, discounts, refunds, tax, cost)
       select ${m}, p.branch_id, t.at::date, extract(hour from t.at), count(*) filter (where t.line_no = 1 and not t.is_back), sum(t.quantity),
         coalesce(sum(t.amount) filter (where not t.is_back), 0), 0, coalesce(-sum(t.amount) filter (where t.is_back), 0), 0, sum(t.cost)
       from ${schema}.rollup_source t join ${schema}.branch p on p.number = t.branch group by 2, 3, 4`,
        `insert into sales_rollups_by_method (merchant_id, branch_id, day, method, payments, amount)
       select ${m}, p.branch_id, t.at::date, t.method, count(*) filter (where t.line_no = 1 and not t.is_back), sum(t.amount)
       from ${schema}.rollup_source t join ${schema}.branch p on p.number = t.branch group by 2, 3, 4`,
        `insert into sales_rollups_by_product (merchant_id, branch_id, day, product_id, quantity, revenue, refunds, cost)
       select ${m}, p.branch_id, t.at::date, t.product_id, sum(t.quantity), sum(t.amount), coalesce(-sum(t.amount) filter (where t.is_back), 0), sum(t.cost)
       from ${schema}.rollup_source t join ${schema}.branch p on p.number = t.branch group by 2, 3, 4 order by 2, 3, 4`,
      ],
      [
        // The initial stock is what was sold since, plus what is left.
        `create unlogged table ${schema}.initial_stock as
       select g.id as product_id, p.warehouse_id, coalesce(o.quantity, 0)::int as gone, (g.number % 120)::int as rest
       from ${schema}.product g cross join ${schema}.branch p
       left join (
         select product_id, branch, sum(quantity) as quantity from ${schema}.line where outcome = 'completed' group by 1, 2
       ) o on o.product_id = g.id and o.branch = p.number`,
        `insert into stock_levels (merchant_id, product_id, warehouse_id, on_hand, reorder_point, updated_at)
       select ${m}, product_id, warehouse_id, rest, 5, ${start} from ${schema}.initial_stock`,
        `insert into stock_movements (merchant_id, id, product_id, warehouse_id, quantity, balance, type, source_id, user_id, created_at)
       select ${m}, id, product_id, warehouse_id, quantity, sum(quantity) over (partition by product_id, warehouse_id order by created_at, id), type, source_id, ${owner}, created_at
       from (
         select ${id(9, start, 'row_number() over ()')} as id, product_id, warehouse_id, gone + rest as quantity, 'initial' as type, null::uuid as source_id,
           ${start} as created_at
         from ${schema}.initial_stock where gone + rest > 0
         union all
         select ${id(9, 'l.at', 'l.n * 32 + l.line_no * 2')}, l.product_id, p.warehouse_id, -l.quantity, 'sale', l.id, l.at
         from ${schema}.line l join ${schema}.branch p on p.number = l.branch
         union all
         select ${id(9, "(l.at + interval '1 minute')", 'l.n * 32 + l.line_no * 2 + 1')}, l.product_id, p.warehouse_id, l.quantity,
           case l.outcome when 'voided' then 'void' else 'refund' end, case l.outcome when 'voided' then l.id else ${id(8, 'l.at', 'l.n')} end,
           l.at + case l.outcome when 'voided' then interval '1 minute' else interval '1 hour' end
         from ${schema}.line l join ${schema}.branch p on p.number = l.branch where l.outcome <> 'completed'
       ) movement`,
      ],
    ],
    finish: [
      `update customers c set lifetime_value = v.value
       from (select customer_id, sum(total - refunded_amount) as value from sales where merchant_id = ${m} and customer_id is not null and status <> 'voided' group by 1) v
       where c.merchant_id = ${m} and c.id = v.customer_id`,
      // The events of the history have already expired.
      `insert into event_heads (merchant_id, sequence) values (${m}, 1) on conflict (merchant_id) do update set sequence = event_heads.sequence + 1`,
      `drop schema ${schema} cascade`,
    ],
  };
}
