/** What a merchant is given a history of. */
export interface History {
  merchant_id: string;
  owner_id: string;
  products: number;
  customers: number;
  sales: number;
  branches: number;
  /** How far back it goes from today. */
  days: number;
}

/**
 * Statements that make a history in the tables, one after another on one connection: what was sold comes from it, and levels, ledgers and roll-ups are
 * worked out from what was sold, so that every invariant holds. A few products sell most, evenings are busy and nights quiet, and trade grows with the
 * years. Drawn by PostgreSQL's `random()`: the same after the same `setseed`.
 */
export function statementsOf({ merchant_id, owner_id, products, customers, sales, branches, days }: History): string[] {
  const m = `'${merchant_id}'::uuid`;
  const owner = `'${owner_id}'::uuid`;
  /** An id that sorts by its moment, as the service's own do; kinds keep apart what has the same number. */
  const id = (kind: number, at: string, n: string) =>
    `(lpad(to_hex((extract(epoch from ${at}) * 1000)::bigint), 12, '0') || '7' || lpad(to_hex((${n}) & 4095), 3, '0') || '8${kind}' || lpad(to_hex((${n}) >> 12), 14, '0'))::uuid`;
  const start = `(date_trunc('day', now()) - interval '${days} days')`;
  return [
    `create temp table place as
       select row_number() over (order by b.is_default desc, b.id) - 1 as number, b.id as branch_id, w.id as warehouse_id
       from branches b join warehouses w on w.merchant_id = b.merchant_id and w.branch_id = b.id and w.is_default where b.merchant_id = ${m}`,
    `insert into branches (merchant_id, id, name, created_at, updated_at)
       select ${m}, ${id(1, start, 'n')}, 'Branch ' || n, ${start}, ${start} from generate_series(2, ${branches}) n`,
    `insert into warehouses (merchant_id, id, branch_id, name, is_default, created_at, updated_at)
       select ${m}, ${id(2, start, 'n')}, ${id(1, start, 'n')}, 'Warehouse ' || n, true, ${start}, ${start} from generate_series(2, ${branches}) n`,
    `insert into place select n - 1, ${id(1, start, 'n')}, ${id(2, start, 'n')} from generate_series(2, ${branches}) n`,
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
    `create temp table goods as select row_number() over (order by sku) as number, id, sku, name, price, cost from products where merchant_id = ${m}`,
    'create unique index on goods (number)',
    // Days are drawn more often towards the present, hours around noon and the evening.
    `create temp table sold as
       select n, at, ${id(6, 'at', 'n')} as id, branch, customer, fate, method, lines
       from (
         select n, ${start} + floor(${days} * sqrt(random())) * interval '1 day'
             + (array[8, 9, 10, 11, 11, 12, 12, 12, 13, 14, 15, 16, 17, 17, 18, 18, 18, 19, 20, 2])[1 + floor(random() * 20)::int] * interval '1 hour'
             + floor(random() * 3600000) * interval '1 millisecond' as at,
           floor(random() * ${branches})::int as branch,
           case when random() < 0.3 then 1 + floor(random() * ${customers})::int end as customer,
           case when r < 0.005 then 'voided' when r < 0.02 then 'refunded' else 'completed' end as fate,
           (array['cash', 'cash', 'card', 'card', 'card', 'qris'])[1 + floor(random() * 6)::int] as method,
           1 + floor(random() * random() * 11)::int as lines
         from (select n, random() as r from generate_series(1, ${sales}) n) d
       ) drawn`,
    `create temp table line as
       select s.n, l as line_no, g.id as product_id, g.sku, g.name, g.price, g.cost, d.quantity
       from (
         select s.n, l, 1 + floor(${products} * power(random(), 4))::bigint as product, 1 + floor(random() * random() * 4)::int as quantity
         from sold s, generate_series(1, s.lines) l
       ) d (n, l, product, quantity) join sold s on s.n = d.n join goods g on g.number = d.product`,
    `create temp table summed as select n, sum(price * quantity) as total, sum(cost * quantity) as cost, sum(quantity)::int as items from line group by n`,
    'create unique index on summed (n)',
    'analyze sold',
    'analyze line',
    'analyze summed',
    `insert into sales (merchant_id, id, code, status, branch_id, warehouse_id, customer_id, cashier_id, tax_mode, subtotal, discount, tax, total, cost, item_count,
         refunded_amount, loyalty_rate_ppm, payment_method, occurred_at, business_day, business_hour, created_at, updated_at, voided_at)
       select ${m}, s.id, 'S' || s.n, s.fate, p.branch_id, p.warehouse_id, case when s.customer is not null then ${id(5, start, 's.customer')} end, ${owner},
         'none', t.total, 0, 0, t.total, t.cost, t.items, case s.fate when 'refunded' then t.total else 0 end, 0, s.method,
         s.at, s.at::date, extract(hour from s.at), s.at, s.at, case s.fate when 'voided' then s.at + interval '1 minute' end
       from sold s join summed t on t.n = s.n join place p on p.number = s.branch`,
    `insert into sale_lines (merchant_id, sale_id, line_no, product_id, sku, name, quantity, price, list_price, line_discount, sale_discount, tax_rate_ppm, tax,
         total, unit_cost, track_stock, refunded_quantity, refunded_amount)
       select ${m}, s.id, l.line_no, l.product_id, l.sku, l.name, l.quantity, l.price, l.price, 0, 0, 0, 0, l.price * l.quantity, l.cost, true,
         case s.fate when 'refunded' then l.quantity else 0 end, case s.fate when 'refunded' then l.price * l.quantity else 0 end
       from line l join sold s on s.n = l.n`,
    `insert into sale_payments (merchant_id, id, sale_id, method, amount, created_at)
       select ${m}, ${id(7, 's.at', 's.n')}, s.id, s.method, t.total, s.at from sold s join summed t on t.n = s.n`,
    `insert into refunds (merchant_id, id, sale_id, amount, tax, reason, payment_method, restock, points_reversed, sale_status, refunded_amount,
         remaining_refundable, user_id, business_day, business_hour, created_at)
       select ${m}, ${id(8, 's.at', 's.n')}, s.id, t.total, 0, 'changed their mind', s.method, true, 0, 'refunded', t.total, 0, ${owner},
         back::date, extract(hour from back), back
       from sold s join summed t on t.n = s.n, lateral (select s.at + interval '1 hour') b (back) where s.fate = 'refunded'`,
    `insert into refund_lines (merchant_id, refund_id, line_no, sale_id, sale_line_no, product_id, name, quantity, amount, tax)
       select ${m}, ${id(8, 's.at', 's.n')}, l.line_no, s.id, l.line_no, l.product_id, l.name, l.quantity, l.price * l.quantity, 0
       from line l join sold s on s.n = l.n where s.fate = 'refunded'`,
    // What was put on the shelf at first is what was sold since and what is left.
    `create temp table shelf as
       select g.id as product_id, p.warehouse_id, coalesce(o.quantity, 0)::int as gone, (g.number % 120)::int as rest
       from goods g cross join place p
       left join (
         select l.product_id, s.branch, sum(l.quantity) as quantity from line l join sold s on s.n = l.n where s.fate = 'completed' group by 1, 2
       ) o on o.product_id = g.id and o.branch = p.number`,
    `insert into stock_levels (merchant_id, product_id, warehouse_id, on_hand, updated_at)
       select ${m}, product_id, warehouse_id, rest, ${start} from shelf`,
    `insert into stock_movements (merchant_id, id, product_id, warehouse_id, quantity, balance, type, source_id, user_id, created_at)
       select ${m}, id, product_id, warehouse_id, quantity, sum(quantity) over (partition by product_id, warehouse_id order by created_at, id), type, source_id, ${owner}, created_at
       from (
         select ${id(9, start, 'row_number() over ()')} as id, product_id, warehouse_id, gone + rest as quantity, 'initial' as type, null::uuid as source_id,
           ${start} as created_at
         from shelf where gone + rest > 0
         union all
         select ${id(9, 's.at', 's.n * 16 + l.line_no * 2')}, l.product_id, p.warehouse_id, -l.quantity, 'sale', s.id, s.at
         from line l join sold s on s.n = l.n join place p on p.number = s.branch
         union all
         select ${id(9, "(s.at + interval '1 minute')", 's.n * 16 + l.line_no * 2 + 1')}, l.product_id, p.warehouse_id, l.quantity,
           case s.fate when 'voided' then 'void' else 'refund' end, case s.fate when 'voided' then s.id else ${id(8, 's.at', 's.n')} end,
           s.at + case s.fate when 'voided' then interval '1 minute' else interval '1 hour' end
         from line l join sold s on s.n = l.n join place p on p.number = s.branch where s.fate <> 'completed'
       ) moved`,
    `create temp table taken as
       select s.branch, s.at, s.method, l.product_id, l.quantity, l.price * l.quantity as amount, l.cost * l.quantity as cost, l.line_no, false as is_back
       from line l join sold s on s.n = l.n where s.fate <> 'voided'
       union all
       select s.branch, s.at + interval '1 hour', s.method, l.product_id, -l.quantity, -l.price * l.quantity, -l.cost * l.quantity, l.line_no, true
       from line l join sold s on s.n = l.n where s.fate = 'refunded'`,
    `insert into takings (merchant_id, branch_id, day, hour, sales, items_sold, gross, discounts, refunds, tax, cost)
       select ${m}, p.branch_id, t.at::date, extract(hour from t.at), count(*) filter (where t.line_no = 1 and not t.is_back), sum(t.quantity),
         coalesce(sum(t.amount) filter (where not t.is_back), 0), 0, coalesce(-sum(t.amount) filter (where t.is_back), 0), 0, sum(t.cost)
       from taken t join place p on p.number = t.branch group by 2, 3, 4`,
    `insert into takings_by_method (merchant_id, branch_id, day, method, payments, amount)
       select ${m}, p.branch_id, t.at::date, t.method, count(*) filter (where t.line_no = 1 and not t.is_back), sum(t.amount)
       from taken t join place p on p.number = t.branch group by 2, 3, 4`,
    `insert into takings_by_product (merchant_id, branch_id, day, product_id, quantity, revenue, cost)
       select ${m}, p.branch_id, t.at::date, t.product_id, sum(t.quantity), sum(t.amount), sum(t.cost)
       from taken t join place p on p.number = t.branch group by 2, 3, 4`,
    `update customers c set lifetime_value = v.value
       from (select customer_id, sum(total - refunded_amount) as value from sales where merchant_id = ${m} and customer_id is not null and status <> 'voided' group by 1) v
       where c.merchant_id = ${m} and c.id = v.customer_id`,
    // What happened then is no longer told.
    `insert into event_heads (merchant_id, sequence) values (${m}, 1) on conflict (merchant_id) do update set sequence = event_heads.sequence + 1`,
    'drop table place, goods, sold, line, summed, shelf, taken',
  ];
}
