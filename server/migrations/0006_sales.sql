-- The merchant's event of selling something; `transactions` on the wire.
create table sales (
  merchant_id uuid not null constraint sales_merchant references merchants (id),
  id uuid not null,
  code text not null constraint sales_code_length check (length(code) <= 40),
  status text not null constraint sales_status check (
    status in ('pending', 'completed', 'partially_refunded', 'refunded', 'voided')
  ),
  branch_id uuid not null,
  warehouse_id uuid not null,
  customer_id uuid,
  cashier_id uuid not null constraint sales_cashier references users (id),
  tax_mode text not null constraint sales_tax_mode check (tax_mode in ('none', 'inclusive', 'exclusive')),
  -- Sum of the lines at their prices, before any discount.
  subtotal bigint not null constraint sales_subtotal check (subtotal >= 0),
  -- All discounts: those of the lines and that of the sale.
  discount bigint not null constraint sales_discount check (discount >= 0),
  tax bigint not null constraint sales_tax check (tax >= 0),
  total bigint not null constraint sales_total check (total between 0 and 999999999999999),
  cost bigint not null constraint sales_cost check (cost >= 0),
  item_count integer not null constraint sales_item_count check (item_count > 0),
  refunded_amount bigint not null default 0,
  refunded_tax bigint not null default 0,
  -- What was handed over beyond the total.
  change bigint not null default 0 constraint sales_change check (change >= 0),
  -- What the remaining paid amount earns, at the rate of the day it was sold.
  points_earned bigint not null default 0 constraint sales_points_earned check (points_earned >= 0),
  loyalty_rate_ppm bigint not null,
  -- The method of all its payments, `split` for several; null until it is paid.
  payment_method text,
  note text constraint sales_note_length check (length(note) <= 1000),
  void_reason text constraint sales_void_reason_length check (length(void_reason) <= 500),
  -- When it happened at the till; decides its day.
  occurred_at timestamptz not null,
  -- The day and hour of occurred_at on the branch's clock.
  business_day date not null,
  business_hour smallint not null constraint sales_business_hour check (business_hour between 0 and 23),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  voided_at timestamptz,
  primary key (merchant_id, id),
  constraint sales_code_unique unique (merchant_id, code),
  constraint sales_branch foreign key (merchant_id, branch_id) references branches (merchant_id, id),
  constraint sales_warehouse foreign key (merchant_id, warehouse_id) references warehouses (merchant_id, id),
  constraint sales_customer foreign key (merchant_id, customer_id) references customers (merchant_id, id),
  constraint sales_refunded_within_total check (refunded_amount between 0 and total),
  constraint sales_refunded_tax_within_tax check (refunded_tax between 0 and tax)
);

create index sales_newest on sales (merchant_id, occurred_at desc, id desc);

create index sales_by_customer on sales (merchant_id, customer_id, occurred_at desc) where customer_id is not null;

alter table sales enable row level security;

alter table sales force row level security;

create policy own_merchant on sales using (merchant_id = (select nullif(current_setting('app.merchant_id', true), '')::uuid));

create table sale_lines (
  merchant_id uuid not null,
  sale_id uuid not null,
  line_no smallint not null,
  product_id uuid not null,
  -- Names as they were when sold: what a receipt printed again next year says.
  sku text not null,
  name text not null,
  quantity integer not null constraint sale_lines_quantity check (quantity > 0),
  price bigint not null constraint sale_lines_price check (price >= 0),
  list_price bigint not null constraint sale_lines_list_price check (list_price >= 0),
  -- The line's own discount and its share of the sale's.
  line_discount bigint not null constraint sale_lines_line_discount check (line_discount >= 0),
  sale_discount bigint not null constraint sale_lines_sale_discount check (sale_discount >= 0),
  tax_rate_ppm integer not null,
  tax bigint not null constraint sale_lines_tax check (tax >= 0),
  -- After discounts, with tax: what the customer paid for the line.
  total bigint not null constraint sale_lines_total check (total >= 0),
  unit_cost bigint not null constraint sale_lines_unit_cost check (unit_cost >= 0),
  track_stock boolean not null,
  refunded_quantity integer not null default 0,
  refunded_amount bigint not null default 0,
  refunded_tax bigint not null default 0,
  primary key (merchant_id, sale_id, line_no),
  constraint sale_lines_sale foreign key (merchant_id, sale_id) references sales (merchant_id, id),
  constraint sale_lines_product foreign key (merchant_id, product_id) references products (merchant_id, id),
  constraint sale_lines_refunded_quantity check (refunded_quantity between 0 and quantity),
  constraint sale_lines_refunded_amount check (refunded_amount between 0 and total),
  constraint sale_lines_refunded_tax check (refunded_tax between 0 and tax)
);

create index sale_lines_by_product on sale_lines (merchant_id, product_id);

alter table sale_lines enable row level security;

alter table sale_lines force row level security;

create policy own_merchant on sale_lines using (merchant_id = (select nullif(current_setting('app.merchant_id', true), '')::uuid));

create table sale_payments (
  merchant_id uuid not null,
  id uuid not null,
  sale_id uuid not null,
  method text not null constraint sale_payments_method check (
    method in ('cash', 'card', 'credit_card', 'debit_card', 'bank_transfer', 'e_wallet', 'qris', 'voucher', 'store_credit', 'points', 'other')
  ),
  -- What stayed in the till or account; change has been given back out of it.
  amount bigint not null constraint sale_payments_amount check (amount >= 0),
  reference text constraint sale_payments_reference_length check (length(reference) <= 200),
  created_at timestamptz not null,
  primary key (merchant_id, id),
  constraint sale_payments_sale foreign key (merchant_id, sale_id) references sales (merchant_id, id)
);

create index sale_payments_by_sale on sale_payments (merchant_id, sale_id);

alter table sale_payments enable row level security;

alter table sale_payments force row level security;

create policy own_merchant on sale_payments using (merchant_id = (select nullif(current_setting('app.merchant_id', true), '')::uuid));

revoke update, delete, truncate on sale_payments from current_user;

create table refunds (
  merchant_id uuid not null,
  id uuid not null,
  sale_id uuid not null,
  amount bigint not null constraint refunds_amount check (amount >= 0),
  tax bigint not null constraint refunds_tax check (tax >= 0),
  reason text constraint refunds_reason_length check (length(reason) <= 500),
  payment_method text not null,
  restock boolean not null,
  points_reversed bigint not null,
  -- The sale as this refund left it.
  sale_status text not null,
  refunded_amount bigint not null,
  remaining_refundable bigint not null,
  user_id uuid not null constraint refunds_user references users (id),
  business_day date not null,
  business_hour smallint not null constraint refunds_business_hour check (business_hour between 0 and 23),
  created_at timestamptz not null,
  primary key (merchant_id, id),
  constraint refunds_sale foreign key (merchant_id, sale_id) references sales (merchant_id, id)
);

create index refunds_by_sale on refunds (merchant_id, sale_id, created_at);

alter table refunds enable row level security;

alter table refunds force row level security;

create policy own_merchant on refunds using (merchant_id = (select nullif(current_setting('app.merchant_id', true), '')::uuid));

revoke update, delete, truncate on refunds from current_user;

-- The check of refund_lines' foreign key locks the refund's row, which asks for the right to update some column of it.
grant update (merchant_id) on refunds to current_user;

create table refund_lines (
  merchant_id uuid not null,
  refund_id uuid not null,
  line_no smallint not null,
  sale_id uuid not null,
  sale_line_no smallint not null,
  product_id uuid not null,
  name text not null,
  quantity integer not null constraint refund_lines_quantity check (quantity > 0),
  amount bigint not null constraint refund_lines_amount check (amount >= 0),
  tax bigint not null constraint refund_lines_tax check (tax >= 0),
  primary key (merchant_id, refund_id, line_no),
  constraint refund_lines_refund foreign key (merchant_id, refund_id) references refunds (merchant_id, id),
  constraint refund_lines_sale_line foreign key (merchant_id, sale_id, sale_line_no) references sale_lines (merchant_id, sale_id, line_no)
);

alter table refund_lines enable row level security;

alter table refund_lines force row level security;

create policy own_merchant on refund_lines using (merchant_id = (select nullif(current_setting('app.merchant_id', true), '')::uuid));

revoke update, delete, truncate on refund_lines from current_user;
