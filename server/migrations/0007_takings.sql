-- Roll-ups that every sale, refund and void keeps in its own commit. A report reads these and nothing else.
-- Day and hour are those of the branch's clock. A refund counts in the hour it happens, a sale in the hour it was made.

create table takings (
  merchant_id uuid not null,
  branch_id uuid not null,
  day date not null,
  hour smallint not null constraint takings_hour check (hour between 0 and 23),
  sales integer not null,
  items_sold bigint not null,
  -- Before discounts and refunds, with tax.
  gross bigint not null,
  discounts bigint not null,
  refunds bigint not null,
  -- Net of what refunds gave back.
  tax bigint not null,
  cost bigint not null,
  primary key (merchant_id, branch_id, day, hour),
  constraint takings_branch foreign key (merchant_id, branch_id) references branches (merchant_id, id)
);

alter table takings enable row level security;

alter table takings force row level security;

create policy own_merchant on takings using (merchant_id = (select nullif(current_setting('app.merchant_id', true), '')::uuid));

create table takings_by_method (
  merchant_id uuid not null,
  branch_id uuid not null,
  day date not null,
  method text not null,
  payments integer not null,
  -- Net of refunds given back by this method.
  amount bigint not null,
  primary key (merchant_id, branch_id, day, method),
  constraint takings_by_method_branch foreign key (merchant_id, branch_id) references branches (merchant_id, id)
);

alter table takings_by_method enable row level security;

alter table takings_by_method force row level security;

create policy own_merchant on takings_by_method using (merchant_id = (select nullif(current_setting('app.merchant_id', true), '')::uuid));

create table takings_by_product (
  merchant_id uuid not null,
  branch_id uuid not null,
  day date not null,
  product_id uuid not null,
  -- Net of returned quantity.
  quantity bigint not null,
  -- Net of refunds of this product's lines.
  revenue bigint not null,
  cost bigint not null,
  primary key (merchant_id, branch_id, day, product_id),
  constraint takings_by_product_branch foreign key (merchant_id, branch_id) references branches (merchant_id, id),
  constraint takings_by_product_product foreign key (merchant_id, product_id) references products (merchant_id, id)
);

alter table takings_by_product enable row level security;

alter table takings_by_product force row level security;

create policy own_merchant on takings_by_product using (merchant_id = (select nullif(current_setting('app.merchant_id', true), '')::uuid));
