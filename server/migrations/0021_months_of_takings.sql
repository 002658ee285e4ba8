-- How often a row was changed: who has summed up rows sees by it whether their sum is still right.
alter table takings add column changes bigint not null default 1;

-- Months of a branch whose takings by product were summed up, from the first day through another. Where the changes of those days come to
-- something else, what was summed up no longer counts, and whoever reads it goes by the days.
create table takings_months (
  merchant_id uuid not null,
  branch_id uuid not null,
  month date not null,
  through_day date not null,
  changes bigint not null,
  primary key (merchant_id, branch_id, month),
  constraint takings_months_branch foreign key (merchant_id, branch_id) references branches (merchant_id, id)
);

alter table takings_months enable row level security;

alter table takings_months force row level security;

create policy own_merchant on takings_months using (merchant_id = (select nullif(current_setting('app.merchant_id', true), '')::uuid));

create table takings_months_by_product (
  merchant_id uuid not null,
  branch_id uuid not null,
  month date not null,
  product_id uuid not null,
  quantity bigint not null,
  revenue bigint not null,
  primary key (merchant_id, branch_id, month, product_id),
  constraint takings_months_by_product_month foreign key (merchant_id, branch_id, month) references takings_months (merchant_id, branch_id, month),
  constraint takings_months_by_product_product foreign key (merchant_id, product_id) references products (merchant_id, id)
);

-- No sale writes these rows, so the best of a month may be found by an index.
create index takings_months_by_product_best on takings_months_by_product (merchant_id, branch_id, month, revenue desc);

alter table takings_months_by_product enable row level security;

alter table takings_months_by_product force row level security;

create policy own_merchant on takings_months_by_product using (merchant_id = (select nullif(current_setting('app.merchant_id', true), '')::uuid));
