-- What is true of the data at every moment. Each query finds the rows that break it; none may find any. Amounts are minor units.
-- What would mend a row is said beside: facts are mended by one more fact, what was worked out from them by working it out again.

-- I1 a stock level is the sum of its movements
-- mend: add a movement of {missing}, type adjustment, of product {product_id} in warehouse {warehouse_id}; the level is what tills have sold from
select l.merchant_id, l.product_id, l.warehouse_id, l.on_hand, coalesce(sum(m.quantity), 0) as moved, l.on_hand - coalesce(sum(m.quantity), 0) as missing
from stock_levels l
left join stock_movements m on (m.merchant_id, m.product_id, m.warehouse_id) = (l.merchant_id, l.product_id, l.warehouse_id)
group by l.merchant_id, l.product_id, l.warehouse_id, l.on_hand
having l.on_hand <> coalesce(sum(m.quantity), 0);

-- I2 the reserved quantity is the quantity in parked sales
-- mend: set the reserved quantity of product {product_id} in warehouse {warehouse_id} to {parked}
select l.merchant_id, l.product_id, l.warehouse_id, l.reserved, coalesce(p.quantity, 0) as parked
from stock_levels l
left join (
  select s.merchant_id, s.warehouse_id, i.product_id, sum(i.quantity) as quantity
  from sales s join sale_lines i on (i.merchant_id, i.sale_id) = (s.merchant_id, s.id)
  where s.status = 'pending' and i.track_stock
  group by 1, 2, 3
) p on (p.merchant_id, p.product_id, p.warehouse_id) = (l.merchant_id, l.product_id, l.warehouse_id)
where l.reserved <> coalesce(p.quantity, 0);

-- I3 a transfer adds to one warehouse the quantity that it removes from the other
-- mend: add the missing half of transfer {source_id}: a movement of {missing} of product {product_id}
select merchant_id, source_id, product_id, -sum(quantity) as missing
from stock_movements where type in ('transfer_out', 'transfer_in')
group by 1, 2, 3
having sum(quantity) <> 0 or count(*) <> 2;

-- I4 a sale is the sum of its lines, and its lines add up
-- mend: void sale {id} and record it again; its total is {total}, the sum of its lines {lines}
select s.merchant_id, s.id, s.total, sum(i.total) as lines
from sales s join sale_lines i on (i.merchant_id, i.sale_id) = (s.merchant_id, s.id)
group by s.merchant_id, s.id, s.total, s.subtotal, s.discount, s.tax, s.tax_mode, s.item_count, s.cost
having s.total <> sum(i.total)
  or s.subtotal <> sum(i.price * i.quantity)
  or s.discount <> sum(i.line_discount + i.sale_discount)
  or s.tax <> sum(i.tax)
  or s.item_count <> sum(i.quantity)
  or s.cost <> sum(i.unit_cost * i.quantity)
  or s.total <> s.subtotal - s.discount + case when s.tax_mode = 'exclusive' then s.tax else 0 end;

-- I5 the payments of a completed sale are equal to its total and its rounding
-- mend: add a payment of {missing} to sale {id}
select s.merchant_id, s.id, s.total, s.rounding, coalesce(sum(p.amount), 0) as paid, s.total + s.rounding - coalesce(sum(p.amount), 0) as missing
from sales s left join sale_payments p on (p.merchant_id, p.sale_id) = (s.merchant_id, s.id)
where s.status in ('completed', 'partially_refunded', 'refunded')
group by s.merchant_id, s.id, s.total, s.rounding
having s.total + s.rounding <> coalesce(sum(p.amount), 0);

-- I6 the refunded amount of a sale is the sum of its refunds, and its status matches
-- mend: set the refunded amount of sale {id} to {refunds}, the sum of its refunds, and its status to match
select s.merchant_id, s.id, s.status, s.refunded_amount, coalesce(sum(r.amount), 0) as refunds
from sales s left join refunds r on (r.merchant_id, r.sale_id) = (s.merchant_id, s.id)
group by s.merchant_id, s.id, s.status, s.refunded_amount, s.refunded_tax, s.total
having s.refunded_amount <> coalesce(sum(r.amount), 0)
  or s.refunded_tax <> coalesce(sum(r.tax), 0)
  or (s.status in ('pending', 'completed', 'voided') and count(r.id) > 0)
  or (s.status = 'partially_refunded' and (count(r.id) = 0 or s.refunded_amount = s.total and s.total > 0))
  or (s.status = 'refunded' and s.refunded_amount <> s.total);

-- I7 the refunded quantity of a line is the sum of its refunds
-- mend: set the refunded quantity of line {line_no} of sale {sale_id} to {refunds}, the sum of its refunds
select i.merchant_id, i.sale_id, i.line_no, i.refunded_quantity, coalesce(sum(r.quantity), 0) as refunds
from sale_lines i
left join refund_lines r on (r.merchant_id, r.sale_id, r.sale_line_no) = (i.merchant_id, i.sale_id, i.line_no)
group by i.merchant_id, i.sale_id, i.line_no, i.refunded_quantity, i.refunded_amount, i.refunded_tax
having i.refunded_quantity <> coalesce(sum(r.quantity), 0)
  or i.refunded_amount <> coalesce(sum(r.amount), 0)
  or i.refunded_tax <> coalesce(sum(r.tax), 0);

-- I8 the points of a customer are the sum of their ledger
-- mend: add an entry of {missing} points, type correction, for customer {id}
select c.merchant_id, c.id, c.points, coalesce(sum(e.points), 0) as ledger, c.points - coalesce(sum(e.points), 0) as missing
from customers c left join points_entries e on (e.merchant_id, e.customer_id) = (c.merchant_id, c.id)
group by c.merchant_id, c.id, c.points
having c.points <> coalesce(sum(e.points), 0);

-- I9 the lifetime value of a customer is the money paid less the money refunded
-- mend: set the lifetime value of customer {id} to {paid}
with by_points as (
  select merchant_id, sale_id, sum(amount) as amount
  from (
    select merchant_id, sale_id, amount from sale_payments where method = 'points'
    union all
    select merchant_id, sale_id, -points_amount from refunds
  ) as parts group by 1, 2
)
select c.merchant_id, c.id, c.lifetime_value, coalesce(sum(s.total - s.refunded_amount - coalesce(p.amount, 0)), 0) as paid
from customers c
left join sales s on (s.merchant_id, s.customer_id) = (c.merchant_id, c.id) and s.status in ('completed', 'partially_refunded', 'refunded')
left join by_points p on (p.merchant_id, p.sale_id) = (s.merchant_id, s.id)
group by c.merchant_id, c.id, c.lifetime_value
having c.lifetime_value <> coalesce(sum(s.total - s.refunded_amount - coalesce(p.amount, 0)), 0);

-- I10 the roll-ups of an hour are its sales less its refunds
-- mend: rebuild them with npm run doctor -- --rebuild-rollups; {missing} are missing in the roll-ups of branch {branch_id} on {day} at {hour}
with counted as (
  select merchant_id, branch_id, day, hour, sum(sales) as sales, sum(items_sold) as items_sold, sum(gross) as gross, sum(discounts) as discounts,
    sum(refunds) as refunds, sum(tax) as tax, sum(cost) as cost
  from (
    select merchant_id, branch_id, business_day as day, business_hour as hour, 1 as sales, item_count as items_sold, total + discount as gross, discount as discounts,
      0 as refunds, tax, cost
    from sales
    where status in ('completed', 'partially_refunded', 'refunded') and business_day between '-infinity'::date and 'infinity'::date
      and occurred_at >= ('-infinity'::date - interval '2 days')::timestamptz and occurred_at < ('infinity'::date + interval '3 days')::timestamptz
    union all
    select r.merchant_id, s.branch_id, r.business_day, r.business_hour, 0, 0, 0, 0, r.amount, -r.tax, 0
    from refunds r join sales s on (s.merchant_id, s.id) = (r.merchant_id, r.sale_id)
    where r.business_day between '-infinity'::date and 'infinity'::date
    union all
    select r.merchant_id, s.branch_id, r.business_day, r.business_hour, 0, -l.quantity, 0, 0, 0, 0, case when r.restock then -i.unit_cost * l.quantity else 0 end
    from refunds r
    join sales s on (s.merchant_id, s.id) = (r.merchant_id, r.sale_id)
    join refund_lines l on (l.merchant_id, l.refund_id) = (r.merchant_id, r.id)
    join sale_lines i on (i.merchant_id, i.sale_id, i.line_no) = (l.merchant_id, l.sale_id, l.sale_line_no)
    where r.business_day between '-infinity'::date and 'infinity'::date
  ) as events group by 1, 2, 3, 4
), missing as (
  select coalesce(k.merchant_id, c.merchant_id) as merchant_id, coalesce(k.branch_id, c.branch_id) as branch_id, coalesce(k.day, c.day) as day, coalesce(k.hour, c.hour) as hour,
    (coalesce(c.sales, 0) - coalesce(k.sales, 0))::int as sales, (coalesce(c.items_sold, 0) - coalesce(k.items_sold, 0))::bigint as items_sold,
    (coalesce(c.gross, 0) - coalesce(k.gross, 0))::bigint as gross, (coalesce(c.discounts, 0) - coalesce(k.discounts, 0))::bigint as discounts,
    (coalesce(c.refunds, 0) - coalesce(k.refunds, 0))::bigint as refunds, (coalesce(c.tax, 0) - coalesce(k.tax, 0))::bigint as tax,
    (coalesce(c.cost, 0) - coalesce(k.cost, 0))::bigint as cost
  from (select * from sales_rollups where day between '-infinity'::date and 'infinity'::date) k
  full join counted c on (c.merchant_id, c.branch_id, c.day, c.hour) = (k.merchant_id, k.branch_id, k.day, k.hour)
)
select *, gross - discounts - refunds as missing from missing
where (sales, items_sold, gross, discounts, refunds, tax, cost) <> (0, 0, 0, 0, 0, 0, 0);

-- I11 roll-ups by payment method add up to the roll-ups by hour, with the rounding of cash
-- mend: rebuild the roll-ups by method of {day} from its payments and refunds; {missing} are missing
with rounded as (
  select merchant_id, branch_id, day, sum(rounding) as rounding
  from (
    select merchant_id, branch_id, business_day as day, rounding
    from sales
    where rounding <> 0 and status in ('completed', 'partially_refunded', 'refunded') and business_day between '-infinity'::date and 'infinity'::date
      and occurred_at >= ('-infinity'::date - interval '2 days')::timestamptz and occurred_at < ('infinity'::date + interval '3 days')::timestamptz
    union all
    select r.merchant_id, s.branch_id, r.business_day, -r.rounding
    from refunds r join sales s on (s.merchant_id, s.id) = (r.merchant_id, r.sale_id)
    where r.rounding <> 0 and r.business_day between '-infinity'::date and 'infinity'::date
  ) as events group by 1, 2, 3
), compared as (
  select coalesce(t.merchant_id, m.merchant_id) as merchant_id, coalesce(t.branch_id, m.branch_id) as branch_id, coalesce(t.day, m.day) as day,
    coalesce(t.net, 0) as net, coalesce(m.net, 0) as by_method
  from (select merchant_id, branch_id, day, sum(gross - discounts - refunds) as net from sales_rollups where day between '-infinity'::date and 'infinity'::date group by 1, 2, 3) t
  full join (select merchant_id, branch_id, day, sum(amount) as net from sales_rollups_by_method where day between '-infinity'::date and 'infinity'::date group by 1, 2, 3) m
    on (m.merchant_id, m.branch_id, m.day) = (t.merchant_id, t.branch_id, t.day)
)
select c.merchant_id, c.day, c.net, c.by_method, c.net + coalesce(r.rounding, 0) - c.by_method as missing
from compared c left join rounded r on (r.merchant_id, r.branch_id, r.day) = (c.merchant_id, c.branch_id, c.day)
where c.net + coalesce(r.rounding, 0) <> c.by_method;

-- I12 roll-ups by product are the lines sold less the lines refunded
-- mend: rebuild them with npm run doctor -- --rebuild-rollups; {revenue} are missing in the roll-ups of product {product_id} in branch {branch_id} on {day}
with counted as (
  select merchant_id, branch_id, day, product_id, sum(quantity) as quantity, sum(revenue) as revenue, sum(discounts) as discounts, sum(refunds) as refunds,
    sum(tax) as tax, sum(cost) as cost
  from (
    select s.merchant_id, s.branch_id, s.business_day as day, i.product_id, i.quantity, i.total as revenue, i.line_discount + i.sale_discount as discounts,
      0 as refunds, i.tax, i.unit_cost * i.quantity as cost
    from sales s join sale_lines i on (i.merchant_id, i.sale_id) = (s.merchant_id, s.id)
    where s.status in ('completed', 'partially_refunded', 'refunded') and s.business_day between '-infinity'::date and 'infinity'::date
      and i.product_id is not null and s.occurred_at >= ('-infinity'::date - interval '2 days')::timestamptz and s.occurred_at < ('infinity'::date + interval '3 days')::timestamptz
    union all
    select r.merchant_id, s.branch_id, r.business_day, l.product_id, -l.quantity, -l.amount, 0, l.amount, -l.tax, case when r.restock then -i.unit_cost * l.quantity else 0 end
    from refunds r
    join sales s on (s.merchant_id, s.id) = (r.merchant_id, r.sale_id)
    join refund_lines l on (l.merchant_id, l.refund_id) = (r.merchant_id, r.id)
    join sale_lines i on (i.merchant_id, i.sale_id, i.line_no) = (l.merchant_id, l.sale_id, l.sale_line_no)
    where l.product_id is not null and r.business_day between '-infinity'::date and 'infinity'::date
  ) as events group by 1, 2, 3, 4
), missing as (
  select coalesce(k.merchant_id, c.merchant_id) as merchant_id, coalesce(k.branch_id, c.branch_id) as branch_id, coalesce(k.day, c.day) as day,
    coalesce(k.product_id, c.product_id) as product_id, (coalesce(c.quantity, 0) - coalesce(k.quantity, 0))::bigint as quantity,
    (coalesce(c.revenue, 0) - coalesce(k.revenue, 0))::bigint as revenue, (coalesce(c.discounts, 0) - coalesce(k.discounts, 0))::bigint as discounts,
    (coalesce(c.refunds, 0) - coalesce(k.refunds, 0))::bigint as refunds, (coalesce(c.tax, 0) - coalesce(k.tax, 0))::bigint as tax,
    (coalesce(c.cost, 0) - coalesce(k.cost, 0))::bigint as cost
  from (select * from sales_rollups_by_product where day between '-infinity'::date and 'infinity'::date) k
  full join counted c on (c.merchant_id, c.branch_id, c.day, c.product_id) = (k.merchant_id, k.branch_id, k.day, k.product_id)
)
select * from missing where (quantity, revenue, discounts, refunds, tax, cost) <> (0, 0, 0, 0, 0, 0);

-- I13 every sale reduces its stock once, and a void or refund restores it
-- mend: add movements of product {product_id} for sale {id} until their sum matches its status; it is {moved}
select s.merchant_id, s.id, s.status, i.product_id, i.quantity, coalesce(m.moved, 0) as moved
from sales s
join (
  select merchant_id, sale_id, product_id, sum(quantity) as quantity
  from sale_lines where track_stock group by 1, 2, 3
) i on (i.merchant_id, i.sale_id) = (s.merchant_id, s.id)
left join (
  select merchant_id, source_id, product_id, sum(quantity) as moved
  from stock_movements where type in ('sale', 'void') group by 1, 2, 3
) m on (m.merchant_id, m.source_id, m.product_id) = (s.merchant_id, s.id, i.product_id)
where coalesce(m.moved, 0) <> case when s.status in ('pending', 'voided') then 0 else -i.quantity end;

-- I14 a merchant has one default branch and an owner, and a branch has one default warehouse
-- mend: choose one default branch, one default warehouse in each branch, and an owner who may sign in
select m.id from merchants m
where (select count(*) from branches b where b.merchant_id = m.id and b.is_default) <> 1
  or exists (select from branches b where b.merchant_id = m.id and (select count(*) from warehouses w where (w.merchant_id, w.branch_id) = (b.merchant_id, b.id) and w.is_default) <> 1)
  or not exists (select from memberships s where s.merchant_id = m.id and s.role = 'owner' and s.deactivated_at is null);

-- I15 a claimed idempotency key has a stored response
-- mend: delete the key {key}: its request did not finish
select merchant_id, key from idempotency_keys where status is null;

-- I16 a member limited to branches works in one of them, and is not an owner
-- mend: add branch {branch_id} to the branches of member {user_id}, or choose another branch of theirs as the one where they work
select s.merchant_id, s.user_id, s.role, s.branch_id
from memberships s
where exists (select from member_branches b where (b.merchant_id, b.user_id) = (s.merchant_id, s.user_id))
  and (s.role = 'owner'
    or not exists (select from member_branches b where (b.merchant_id, b.user_id, b.branch_id) = (s.merchant_id, s.user_id, s.branch_id)));

-- I17 the points that a sale redeemed match its payments by points and the ledger
-- mend: add entries of points, type redeemed, for sale {id} until their sum is {points_redeemed}
select s.merchant_id, s.id, s.points_redeemed, p.points as by_payments, e.points as by_ledger
from sales s
left join (
  select merchant_id, sale_id, sum(points) as points, bool_and((points > 0) = (method = 'points' and amount > 0)) as fits from sale_payments group by 1, 2
) p on (p.merchant_id, p.sale_id) = (s.merchant_id, s.id)
left join (
  select merchant_id, sale_id, customer_id, -sum(points) as points from points_entries where type = 'redeemed' group by 1, 2, 3
) e on (e.merchant_id, e.sale_id, e.customer_id) = (s.merchant_id, s.id, s.customer_id)
where s.points_redeemed <> coalesce(p.points, 0) or s.points_redeemed <> coalesce(e.points, 0) or not coalesce(p.fits, true);

-- I18 the points returned for a sale match its refunds: never more than were redeemed, and all of them after a full refund
-- mend: add entries of points, type returned, for sale {id}; their sum is {returned}, that of its refunds {by_refunds}
select s.merchant_id, s.id, s.status, s.points_redeemed, coalesce(e.points, 0) as returned, coalesce(r.points, 0) as by_refunds
from sales s
left join (
  select merchant_id, sale_id, sum(points) as points from points_entries where type = 'returned' group by 1, 2
) e on (e.merchant_id, e.sale_id) = (s.merchant_id, s.id)
left join (
  select merchant_id, sale_id, sum(points_returned) as points from refunds group by 1, 2
) r on (r.merchant_id, r.sale_id) = (s.merchant_id, s.id)
where coalesce(e.points, 0) > s.points_redeemed
  or (s.status in ('voided', 'refunded') and coalesce(e.points, 0) <> s.points_redeemed)
  or (s.status <> 'voided' and coalesce(e.points, 0) <> coalesce(r.points, 0));

-- I19 the roll-up of a payment method for a day is its payments less its refunds
-- mend: rebuild them with npm run doctor -- --rebuild-rollups; {amount} are missing in the roll-ups by {method} of branch {branch_id} on {day}
with counted as (
  select merchant_id, branch_id, day, method, sum(payments) as payments, sum(amount) as amount
  from (
    select s.merchant_id, s.branch_id, s.business_day as day, p.method, 1 as payments, p.amount
    from sales s join sale_payments p on (p.merchant_id, p.sale_id) = (s.merchant_id, s.id)
    where s.status in ('completed', 'partially_refunded', 'refunded') and s.business_day between '-infinity'::date and 'infinity'::date
      and s.occurred_at >= ('-infinity'::date - interval '2 days')::timestamptz and s.occurred_at < ('infinity'::date + interval '3 days')::timestamptz
    union all
    select s.merchant_id, s.branch_id, r.business_day, g.method, 0, -g.amount
    from refunds r
    join sales s on (s.merchant_id, s.id) = (r.merchant_id, r.sale_id)
    cross join lateral (values (r.payment_method, r.amount - r.points_amount + r.rounding), ('points', r.points_amount)) as g (method, amount)
    where r.business_day between '-infinity'::date and 'infinity'::date
  ) as events group by 1, 2, 3, 4
), missing as (
  select coalesce(k.merchant_id, c.merchant_id) as merchant_id, coalesce(k.branch_id, c.branch_id) as branch_id, coalesce(k.day, c.day) as day,
    coalesce(k.method, c.method) as method, (coalesce(c.payments, 0) - coalesce(k.payments, 0))::int as payments,
    (coalesce(c.amount, 0) - coalesce(k.amount, 0))::bigint as amount
  from (select * from sales_rollups_by_method where day between '-infinity'::date and 'infinity'::date) k
  full join counted c on (c.merchant_id, c.branch_id, c.day, c.method) = (k.merchant_id, k.branch_id, k.day, k.method)
)
select * from missing where (payments, amount) <> (0, 0);

-- I20 every change has exactly one event, and every event has its change, as long as events are retained
-- mend: add an event {type} of {subject_id}, or remove the surplus events; there are {times}
with since as (
  select h.merchant_id, coalesce(f.created_at, 'infinity') as at
  from event_heads h
  left join lateral (
    select sequence, created_at from events e where e.merchant_id = h.merchant_id order by sequence nulls last, id limit 1
  ) f on true
  where coalesce(f.sequence, h.sequence + 1) > 1
), changes as (
  select merchant_id, 'sale.parked' as type, id as subject_id, null as part, created_at as at from sales where status = 'pending'
  union all
  select merchant_id, 'sale.completed', id, null, created_at from sales where status in ('completed', 'partially_refunded', 'refunded') or payment_method is not null
  union all
  select merchant_id, 'sale.voided', id, null, voided_at from sales where status = 'voided'
  union all
  select merchant_id, 'sale.refunded', id, null, created_at from refunds
  union all
  select merchant_id, 'stock.moved', product_id, id::text, created_at from stock_movements
  union all
  select merchant_id, 'points.changed', customer_id, id::text, created_at from points_entries
  union all
  select merchant_id, 'product.created', id, null, created_at from products
  union all
  select merchant_id, 'product.deleted', id, null, deleted_at from products where deleted_at is not null
  union all
  select merchant_id, 'customer.created', id, null, created_at from customers
  union all
  select merchant_id, 'customer.deleted', id, null, deleted_at from customers where deleted_at is not null and (erased_at is null or erased_at > deleted_at)
  union all
  select merchant_id, 'customer.erased', id, null, erased_at from customers where erased_at is not null
  union all
  select merchant_id, 'category.created', id, null, created_at from categories
  union all
  select merchant_id, 'day.closed', branch_id, day::text, closed_at from closed_days
  union all
  select merchant_id, 'register.created', id, null, created_at from registers
  union all
  select merchant_id, 'shift.opened', id, null, opened_at from shifts
  union all
  select merchant_id, 'shift.closed', shift_id, null, closed_at from closures
  union all
  select merchant_id, 'cash_movement.created', id, null, created_at from cash_movements
  union all
  select merchant_id, 'cash_movement.voided', movement_id, null, created_at from cash_movement_voids
  union all
  -- The records that a merchant begins with have no event: no client could receive it.
  select b.merchant_id, 'branch.created', b.id, null, b.created_at from branches b join merchants m on m.id = b.merchant_id and m.created_at <> b.created_at
  union all
  select w.merchant_id, 'warehouse.created', w.id, null, w.created_at from warehouses w join merchants m on m.id = w.merchant_id and m.created_at <> w.created_at
  union all
  select s.merchant_id, 'staff.created', s.user_id, null, s.created_at from memberships s join merchants m on m.id = s.merchant_id and m.created_at <> s.created_at
), emitted as (
  select merchant_id, type, subject_id,
    case type when 'stock.moved' then payload::json #>> '{movement,id}' when 'points.changed' then payload::json ->> 'id' when 'day.closed' then payload::json ->> 'day' end as part, count(*) as times
  from events group by 1, 2, 3, 4
)
select coalesce(h.merchant_id, t.merchant_id) as merchant_id, coalesce(h.type, t.type) as type, coalesce(h.subject_id, t.subject_id) as subject_id, t.times
from changes h
full join emitted t on (t.merchant_id, t.type, t.subject_id) = (h.merchant_id, h.type, h.subject_id) and t.part is not distinct from h.part
left join since s on s.merchant_id = h.merchant_id
where (h.type is not null and coalesce(t.times, 0) <> 1 and h.at >= coalesce(s.at, '-infinity'))
  or (h.type is null and t.type in ('sale.completed', 'sale.voided', 'sale.refunded', 'stock.moved', 'points.changed', 'shift.closed', 'cash_movement.created'));

-- I21 the last change of each record has an event of the same time, as long as events are retained
-- mend: add an event for the last change of {subject_id}, of a type like {types}
with since as (
  select h.merchant_id, coalesce(f.created_at, 'infinity') as at
  from event_heads h
  left join lateral (
    select sequence, created_at from events e where e.merchant_id = h.merchant_id order by sequence nulls last, id limit 1
  ) f on true
  where coalesce(f.sequence, h.sequence + 1) > 1
), changed as (
  select merchant_id, 'sale.%' as types, id as subject_id, updated_at as at from sales s where not exists (select from refunds r where (r.merchant_id, r.sale_id) = (s.merchant_id, s.id))
  union all
  select merchant_id, 'product.%', id, updated_at from products where deleted_at is null
  union all
  select merchant_id, 'category.%', id, updated_at from categories
  union all
  select merchant_id, 'branch.%', id, updated_at from branches where updated_at <> created_at
  union all
  select merchant_id, 'warehouse.%', id, updated_at from warehouses where updated_at <> created_at
  union all
  select merchant_id, 'staff.%', user_id, updated_at from memberships where updated_at <> created_at
  union all
  select id, 'merchant.%', id, updated_at from merchants where updated_at <> created_at
  union all
  select merchant_id, 'register.%', id, updated_at from registers
  union all
  select merchant_id, 'shift.%', id, updated_at from shifts
  union all
  select merchant_id, 'import.done', id, finished_at from imports where status = 'done'
  union all
  select merchant_id, 'export.' || state, id, finished_at from exports where finished_at is not null
  union all
  select merchant_id, 'stock.%', product_id, updated_at from stock_levels where on_hand <> 0 or reserved <> 0
  union all
  -- A sale changes what its customer has spent, even where it earns nothing.
  select merchant_id, '%', id, updated_at from customers c where not exists (
    select from events e where e.merchant_id = c.merchant_id and e.created_at = c.updated_at and e.type like 'sale.%')
)
select c.* from changed c left join since s on s.merchant_id = c.merchant_id
left join events e on (e.merchant_id, e.subject_id, e.created_at) = (c.merchant_id, c.subject_id, c.at) and e.type like c.types
where c.at >= coalesce(s.at, '-infinity') and e.id is null;

-- I22 no event is about another merchant's record
-- mend: remove the event {type} of {subject_id}, and find its cause: another merchant may have read it
with records as (
  select merchant_id, id from sales
  union all
  select merchant_id, id from refunds
  union all
  select merchant_id, id from products
  union all
  select merchant_id, id from customers
  union all
  select merchant_id, id from categories
  union all
  select merchant_id, id from branches
  union all
  select merchant_id, id from warehouses
  union all
  select merchant_id, user_id from memberships
  union all
  select merchant_id, id from imports
  union all
  select merchant_id, id from exports
  union all
  select merchant_id, id from registers
  union all
  select merchant_id, id from shifts
  union all
  select merchant_id, id from cash_movements
  union all
  select merchant_id, id from closures
  union all
  select merchant_id, id from approvals
  union all
  select id, id from merchants
)
select e.merchant_id, e.type, e.subject_id from events e
where exists (select from records r where r.id = e.subject_id)
  and not exists (select from records r where (r.merchant_id, r.id) = (e.merchant_id, e.subject_id));


-- I23 an endpoint has a delivery for every event of its types between its first and its current position
-- mend: add a delivery of event {event_id} to endpoint {id}
select w.merchant_id, w.id, w.since, w.cursor, e.id as event_id, e.sequence
from webhook_endpoints w
join events e on e.merchant_id = w.merchant_id and e.sequence > w.since and e.sequence <= w.cursor
where (w.types is null or e.type = any(w.types) or split_part(e.type, '.', 1) || '.*' = any(w.types) or '*' = any(w.types))
  and not exists (select from webhook_deliveries d where (d.merchant_id, d.endpoint_id, d.event_id) = (w.merchant_id, w.id, e.id));

-- I24 the position of an endpoint is not beyond the last numbered event, and its merchant is registered for dispatch
-- mend: set the position of endpoint {id} to {sequence}, and register the merchant for dispatch
with watched as materialized (
  select merchant_id from webhook_merchants
)
select w.merchant_id, w.id, w.cursor, h.sequence
from webhook_endpoints w left join event_heads h on h.merchant_id = w.merchant_id left join watched m on m.merchant_id = w.merchant_id
where w.cursor > coalesce(h.sequence, 0) or m.merchant_id is null;

-- I25 the roll-up of a month is the sum of its days, as long as it is valid
-- mend: set the changes of month {month} of branch {branch_id} in sales_rollup_months to 0: it is then invalid, and computed again within the hour
with months as (
  select m.* from sales_rollup_months m
  where m.changes = (select sum(t.changes) from sales_rollups t where (t.merchant_id, t.branch_id) = (m.merchant_id, m.branch_id) and t.day between m.month and m.through_day)
), counted as (
  select m.merchant_id, m.branch_id, m.month, t.product_id, sum(t.quantity) as quantity, sum(t.revenue) as revenue
  from months m join sales_rollups_by_product t on (t.merchant_id, t.branch_id) = (m.merchant_id, m.branch_id) and t.day between m.month and m.through_day
  group by 1, 2, 3, 4
), kept as (
  select p.* from months m join sales_rollup_months_by_product p on (p.merchant_id, p.branch_id, p.month) = (m.merchant_id, m.branch_id, m.month)
)
select coalesce(k.merchant_id, c.merchant_id) as merchant_id, coalesce(k.branch_id, c.branch_id) as branch_id, coalesce(k.month, c.month) as month,
  coalesce(k.product_id, c.product_id) as product_id, k.revenue as kept, c.revenue as counted
from kept k full join counted c on (c.merchant_id, c.branch_id, c.month, c.product_id) = (k.merchant_id, k.branch_id, k.month, k.product_id)
where (coalesce(k.quantity, 0), coalesce(k.revenue, 0)) <> (coalesce(c.quantity, 0), coalesce(c.revenue, 0));

-- I26 money at a register belongs to a shift of that register and its branch; a parked sale belongs to no shift
-- mend: find what wrote register {register_id} and shift {shift_id} on {what} {id}; set those of its branch, or none
select m.merchant_id, m.what, m.id, m.register_id, m.shift_id
from (
  select merchant_id, 'sale' as what, id, register_id, shift_id, branch_id, status = 'pending' as is_parked from sales where register_id is not null or shift_id is not null
  union all
  select merchant_id, 'void', id, void_register_id, void_shift_id, branch_id, false from sales where void_register_id is not null or void_shift_id is not null
  union all
  select r.merchant_id, 'refund', r.id, r.register_id, r.shift_id, s.branch_id, false
  from refunds r join sales s on (s.merchant_id, s.id) = (r.merchant_id, r.sale_id) where r.register_id is not null or r.shift_id is not null
) m
left join registers g on (g.merchant_id, g.id) = (m.merchant_id, m.register_id)
left join shifts f on (f.merchant_id, f.id) = (m.merchant_id, m.shift_id)
where (g.branch_id = m.branch_id) is not true
  or (m.shift_id is not null and (m.is_parked or (f.register_id = m.register_id) is not true or (f.branch_id = m.branch_id) is not true));

-- I27 shifts and closures of a register are numbered without a gap, and each closed shift has a closure
-- mend: register {id} counts {last_shift} shifts and {last_closure} closures; find the missing or surplus ones among its events
select r.merchant_id, r.id, r.last_shift, r.last_closure
from registers r
left join (
  select merchant_id, register_id, count(*) as shifts, max(number) as last, count(*) filter (where status = 'closed') as closed
  from shifts group by 1, 2
) s on (s.merchant_id, s.register_id) = (r.merchant_id, r.id)
left join (
  select z.merchant_id, z.register_id, count(*) as closures, max(z.number) as last, count(f.id) as of_closed
  from closures z
  left join shifts f on (f.merchant_id, f.id, f.register_id) = (z.merchant_id, z.shift_id, z.register_id) and f.status = 'closed'
  group by 1, 2
) z on (z.merchant_id, z.register_id) = (r.merchant_id, r.id)
where r.last_shift <> coalesce(s.shifts, 0) or r.last_shift <> coalesce(s.last, 0)
  or r.last_closure <> coalesce(z.closures, 0) or r.last_closure <> coalesce(z.last, 0)
  or coalesce(s.closed, 0) <> coalesce(z.of_closed, 0) or coalesce(z.of_closed, 0) <> coalesce(z.closures, 0);

-- I28 a closure expects of each payment method what the ledger has: float, payments, refunds, voids and cash movements
-- mend: closure {id} stays as it is; add a correction of {missing} by {method}, and find its cause
with ledger as (
  select e.merchant_id, e.shift_id, e.method, sum(e.amount) as amount from (
    select s.merchant_id, s.shift_id, p.method, p.amount from sales s join sale_payments p on (p.merchant_id, p.sale_id) = (s.merchant_id, s.id) where s.shift_id is not null
    union all
    select s.merchant_id, s.void_shift_id, p.method, -p.amount from sales s join sale_payments p on (p.merchant_id, p.sale_id) = (s.merchant_id, s.id) where s.void_shift_id is not null
    union all
    select r.merchant_id, r.shift_id, g.method, -g.amount
    from refunds r cross join lateral (values (r.payment_method, r.amount - r.points_amount + r.rounding), ('points', r.points_amount)) as g (method, amount) where r.shift_id is not null
    union all
    select merchant_id, id, 'cash', opening_float from shifts
    union all
    select m.merchant_id, m.shift_id, 'cash', case m.type when 'paid_out' then -m.amount else m.amount end
    from cash_movements m left join cash_movement_voids v on (v.merchant_id, v.movement_id) = (m.merchant_id, m.id) where v.movement_id is null
  ) e group by 1, 2, 3
), stated as (
  select z.merchant_id, z.shift_id, e.method, e.amount from closures z cross join lateral unnest(z.expected_methods, z.expected_amounts) as e (method, amount)
), compared as (
  select coalesce(l.merchant_id, s.merchant_id) as merchant_id, coalesce(l.shift_id, s.shift_id) as shift_id, coalesce(l.method, s.method) as method,
    coalesce(l.amount, 0) - coalesce(s.amount, 0) as missing
  from ledger l full join stated s on (s.merchant_id, s.shift_id, s.method) = (l.merchant_id, l.shift_id, l.method)
)
select z.merchant_id, z.id, b.method, b.missing
from closures z join compared b on (b.merchant_id, b.shift_id) = (z.merchant_id, z.shift_id)
where b.missing <> 0;

-- I29 the sales and refunds of a closure are those of its shift, and its lifetime sums include all closures up to it
-- mend: closure {id} states {sales_amount} sold and {refunds_amount} refunded, its shift has {sold} and {refunded}; find its cause
select z.merchant_id, z.id, z.sales_amount, z.refunds_amount, coalesce(s.amount, 0) as sold, coalesce(r.amount, 0) as refunded
from closures z
left join (
  select merchant_id, shift_id, sum(total) as amount from sales where shift_id is not null and (void_shift_id = shift_id) is not true group by 1, 2
) s on (s.merchant_id, s.shift_id) = (z.merchant_id, z.shift_id)
left join (
  select merchant_id, shift_id, sum(amount) as amount from refunds where shift_id is not null group by 1, 2
) r on (r.merchant_id, r.shift_id) = (z.merchant_id, z.shift_id)
join (
  select merchant_id, id, sum(sales_amount) over up_to as sales, sum(refunds_amount) over up_to as refunds
  from closures window up_to as (partition by merchant_id, register_id order by number)
) t on (t.merchant_id, t.id) = (z.merchant_id, z.id)
where z.sales_amount <> coalesce(s.amount, 0) or z.refunds_amount <> coalesce(r.amount, 0)
  or z.sales_amount <> (z.figures::json #>> '{sales,amount}')::bigint or z.refunds_amount <> (z.figures::json #>> '{refunds,amount}')::bigint
  or z.lifetime_sales < t.sales or z.lifetime_refunds < t.refunds;

-- I30 a consumed approval has an approver who is not the requester, and was decided and consumed before it expired
-- mend: none by hand: approval {id} allowed a change that its rules do not; look at record {subject_id} and at its audit entries
select a.merchant_id, a.id, a.subject_id, a.requested_by, a.decided_by, a.decided_at, a.consumed_at, a.expires_at from approvals a
where a.state = 'consumed'
  and (a.decided_by is null or a.decided_by = a.requested_by or a.decided_at >= a.expires_at or a.consumed_at >= a.expires_at
    or a.consumed_at < a.decided_at);

-- I31 cash rounding is of cash, and a closure states that of its shift: of its sales, less that of what it paid back
-- mend: find what wrote the rounding of {what} {id}; the closure of a shift stays as it is
select s.merchant_id, 'sale' as what, s.id, s.rounding as stated, 0 as counted
from sales s
where s.rounding <> 0
  and (s.status = 'pending' or not exists (select from sale_payments p where (p.merchant_id, p.sale_id, p.method) = (s.merchant_id, s.id, 'cash')))
union all
select r.merchant_id, 'refund', r.id, r.rounding, 0
from refunds r where r.rounding > 0 and r.payment_method <> 'cash' and r.remaining_refundable > 0
union all
select z.merchant_id, 'closure', z.id, z.stated, coalesce(m.rounding, 0)
from (select merchant_id, id, shift_id, coalesce((figures::json ->> 'rounding')::bigint, 0) as stated from closures) z
left join (
  select merchant_id, shift_id, sum(rounding)::bigint as rounding
  from (
    select merchant_id, shift_id, rounding from sales where rounding <> 0 and (void_shift_id = shift_id) is not true
    union all
    select merchant_id, void_shift_id, -rounding from sales where rounding <> 0 and (void_shift_id = shift_id) is not true
    union all
    select merchant_id, shift_id, -rounding from refunds where rounding <> 0
  ) as parts where shift_id is not null group by 1, 2
) m on (m.merchant_id, m.shift_id) = (z.merchant_id, z.shift_id)
where z.stated <> coalesce(m.rounding, 0);

-- I32 the journal of a register is a chain without a gap, and contains each of its acts once, with its amount
-- mend: none by hand: entry {number} of the journal of register {register_id} is {fault}; compare the last export of the journal with the {kind} {subject_id}
with entries as (
  select e.merchant_id, e.register_id, e.number, e.kind, e.subject_id, e.hash,
    r.number = lag(e.number, 1, 0) over chain + 1 and r.number = e.number
      and r.previous = encode(lag(e.hash, 1, '\x0000000000000000000000000000000000000000000000000000000000000000') over chain, 'hex')
      and (r.merchant_id, r.register_id, r.kind, r.subject_id) = (e.merchant_id, e.register_id, e.kind, e.subject_id) as is_linked,
    replace(coalesce(c.total, c.amount, c.sales ->> 'amount', c.opening_float), '.', '')::bigint as amount
  from journal_entries e
  left join lateral jsonb_to_record(case when e.hash = sha256(convert_to(e.entry, 'UTF8')) then e.entry::jsonb end)
    as r (merchant_id uuid, register_id uuid, number int, previous text, kind text, subject_id uuid, content jsonb) on true
  left join lateral jsonb_to_record(r.content) as c (total text, amount text, sales jsonb, opening_float text) on true
  window chain as (partition by e.merchant_id, e.register_id order by e.number)
), acts as (
  select merchant_id, register_id, 'sale' as kind, id as subject_id, total as amount, created_at from sales where payment_method is not null
  union all
  select merchant_id, coalesce(void_register_id, register_id), 'void', id, total, voided_at from sales where payment_method is not null and status = 'voided'
  union all
  select merchant_id, register_id, 'refund', id, amount, created_at from refunds
  union all
  select merchant_id, register_id, 'shift_opened', id, opening_float, opened_at from shifts
  union all
  select m.merchant_id, s.register_id, 'cash_movement', m.id, m.amount, m.created_at
  from cash_movements m join shifts s on (s.merchant_id, s.id) = (m.merchant_id, m.shift_id)
  union all
  select v.merchant_id, s.register_id, 'cash_movement_void', v.movement_id, m.amount, v.created_at
  from cash_movement_voids v join cash_movements m on (m.merchant_id, m.id) = (v.merchant_id, v.movement_id)
  join shifts s on (s.merchant_id, s.id) = (m.merchant_id, m.shift_id)
  union all
  select merchant_id, register_id, 'closure', id, sales_amount, closed_at from closures
  union all
  select c.merchant_id, z.register_id, 'correction', c.id, c.amount, c.created_at
  from closure_corrections c join closures z on (z.merchant_id, z.id) = (c.merchant_id, c.closure_id)
)
select e.merchant_id, e.register_id, e.number, e.kind, e.subject_id, 'not linked to the one before' as fault from entries e
where e.is_linked is not true
union all
select h.merchant_id, h.register_id, h.number, null, null, 'not the last one'
from journal_heads h left join (
  select distinct on (merchant_id, register_id) merchant_id, register_id, number, hash
  from journal_entries order by merchant_id, register_id, number desc
) e on (e.merchant_id, e.register_id) = (h.merchant_id, h.register_id)
where h.number <> coalesce(e.number, 0) or (h.number > 0 and (h.hash = e.hash) is not true)
union all
select coalesce(e.merchant_id, a.merchant_id), coalesce(e.register_id, a.register_id), e.number, coalesce(e.kind, a.kind), coalesce(e.subject_id, a.subject_id),
  case when e.number is null then 'missing' else 'of another amount than what it is about' end
from entries e
full join (
  select a.* from acts a join journal_heads h on (h.merchant_id, h.register_id) = (a.merchant_id, a.register_id)
  where a.created_at >= h.began_at or exists (
    select from journal_entries e where (e.merchant_id, e.subject_id, e.kind) = (a.merchant_id, a.subject_id, a.kind))
) a on (a.merchant_id, a.register_id, a.kind, a.subject_id) = (e.merchant_id, e.register_id, e.kind, e.subject_id)
where (a.amount = e.amount) is not true;

-- I33 a stock level has the reorder point of its product, unless that is deleted or its stock is not tracked
-- mend: set the reorder point of product {product_id} in warehouse {warehouse_id} to {expected}
select * from (
  select l.merchant_id, l.product_id, l.warehouse_id, l.reorder_point, case when p.track_stock and p.deleted_at is null then p.min_stock end as expected
  from stock_levels l join products p on (p.merchant_id, p.id) = (l.merchant_id, l.product_id)
) l
where coalesce(l.reorder_point, -1) <> coalesce(l.expected, -1);
