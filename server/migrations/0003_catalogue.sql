create table categories (
  merchant_id uuid not null constraint categories_merchant references merchants (id),
  id uuid not null,
  name text not null constraint categories_name_length check (length(name) between 1 and 200),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id)
);

create unique index categories_name_unique on categories (merchant_id, lower(name));

alter table categories enable row level security;

alter table categories force row level security;

create policy own_merchant on categories using (merchant_id = (select nullif(current_setting('app.merchant_id', true), '')::uuid));

-- One row for each stock-keeping unit. A variant is a product with a parent.
create table products (
  merchant_id uuid not null constraint products_merchant references merchants (id),
  id uuid not null,
  parent_id uuid,
  sku text not null constraint products_sku_length check (length(sku) between 1 and 100),
  name text not null constraint products_name_length check (length(name) between 1 and 300),
  description text not null default '' constraint products_description_length check (length(description) <= 10000),
  category_id uuid,
  price bigint not null constraint products_price check (price between 0 and 9999999999999),
  cost bigint not null default 0 constraint products_cost check (cost between 0 and 9999999999999),
  status text not null default 'active' constraint products_status check (status in ('active', 'inactive')),
  images text[] not null default '{}' constraint products_images check (cardinality(images) <= 20),
  barcode text constraint products_barcode_length check (length(barcode) between 1 and 100),
  min_stock integer constraint products_min_stock check (min_stock between 0 and 1000000000),
  tax_rate_ppm integer constraint products_tax_rate check (tax_rate_ppm between 0 and 1000000),
  track_stock boolean not null default true,
  unit text constraint products_unit_length check (length(unit) between 1 and 50),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  search_text text not null generated always as (lower(name || e'\n' || sku)) stored,
  primary key (merchant_id, id),
  constraint products_parent foreign key (merchant_id, parent_id) references products (merchant_id, id),
  constraint products_category foreign key (merchant_id, category_id) references categories (merchant_id, id)
);

create unique index products_sku_unique on products (merchant_id, sku) where deleted_at is null;

create unique index products_barcode_unique on products (merchant_id, barcode) where deleted_at is null;

create index products_newest on products (merchant_id, created_at desc, id desc) where deleted_at is null and parent_id is null;

create index products_by_name on products (merchant_id, lower(name), id) where deleted_at is null and parent_id is null;

create index products_by_category on products (merchant_id, category_id) where deleted_at is null;

create index products_by_parent on products (merchant_id, parent_id) where parent_id is not null;

alter table products enable row level security;

alter table products force row level security;

create policy own_merchant on products using (merchant_id = (select nullif(current_setting('app.merchant_id', true), '')::uuid));
