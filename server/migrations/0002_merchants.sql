create table merchants (
  id uuid primary key,
  name text not null constraint merchants_name_length check (length(name) between 1 and 200),
  currency text not null constraint merchants_currency check (currency ~ '^[A-Z]{3}$'),
  timezone text not null,
  tax_mode text not null default 'none' constraint merchants_tax_mode check (tax_mode in ('none', 'inclusive', 'exclusive')),
  -- Rates are parts per million: 11 % is 110000.
  tax_rate_ppm integer not null default 0 constraint merchants_tax_rate check (tax_rate_ppm between 0 and 1000000),
  -- Points for one major unit of currency, in millionths of a point.
  loyalty_rate_ppm bigint not null default 1000000 constraint merchants_loyalty_rate check (loyalty_rate_ppm between 0 and 1000000000000),
  silver_from bigint not null constraint merchants_silver check (silver_from > 0),
  gold_from bigint not null,
  platinum_from bigint not null,
  allow_negative_stock boolean not null default false,
  price_override_roles text[] not null,
  cashier_refund_limit bigint constraint merchants_cashier_refund_limit check (cashier_refund_limit >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint merchants_tiers check (silver_from < gold_from and gold_from < platinum_from)
);

alter table merchants enable row level security;

alter table merchants force row level security;

create policy own_merchant on merchants using (id = (select nullif(current_setting('app.merchant_id', true), '')::uuid));

create table branches (
  merchant_id uuid not null constraint branches_merchant references merchants (id),
  id uuid not null,
  name text not null constraint branches_name_length check (length(name) between 1 and 200),
  address text constraint branches_address_length check (length(address) <= 1000),
  phone text constraint branches_phone_length check (length(phone) <= 32),
  timezone text,
  is_default boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id)
);

create unique index branches_one_default on branches (merchant_id) where is_default;

alter table branches enable row level security;

alter table branches force row level security;

create policy own_merchant on branches using (merchant_id = (select nullif(current_setting('app.merchant_id', true), '')::uuid));

create table warehouses (
  merchant_id uuid not null,
  id uuid not null,
  branch_id uuid not null,
  name text not null constraint warehouses_name_length check (length(name) between 1 and 200),
  is_default boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id),
  constraint warehouses_branch foreign key (merchant_id, branch_id) references branches (merchant_id, id)
);

create unique index warehouses_one_default on warehouses (merchant_id, branch_id) where is_default;

alter table warehouses enable row level security;

alter table warehouses force row level security;

create policy own_merchant on warehouses using (merchant_id = (select nullif(current_setting('app.merchant_id', true), '')::uuid));

create table memberships (
  merchant_id uuid not null constraint memberships_merchant references merchants (id),
  user_id uuid not null constraint memberships_user references users (id),
  role text not null constraint memberships_role check (role in ('owner', 'manager', 'cashier', 'stock_clerk', 'viewer')),
  branch_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deactivated_at timestamptz,
  primary key (merchant_id, user_id),
  constraint memberships_branch foreign key (merchant_id, branch_id) references branches (merchant_id, id)
);

alter table memberships enable row level security;

alter table memberships force row level security;

create policy own_merchant on memberships using (merchant_id = (select nullif(current_setting('app.merchant_id', true), '')::uuid));

-- The first successful answer to a request that may be sent again, byte for byte.
create table idempotency_keys (
  merchant_id uuid not null,
  key text not null constraint idempotency_keys_length check (length(key) between 1 and 300),
  fingerprint bytea not null,
  status smallint,
  body text,
  created_at timestamptz not null,
  primary key (merchant_id, key)
);

create index idempotency_keys_by_age on idempotency_keys (merchant_id, created_at);

alter table idempotency_keys enable row level security;

alter table idempotency_keys force row level security;

create policy own_merchant on idempotency_keys using (merchant_id = (select nullif(current_setting('app.merchant_id', true), '')::uuid));
