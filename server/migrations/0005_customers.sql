create table customers (
  merchant_id uuid not null constraint customers_merchant references merchants (id),
  id uuid not null,
  name text not null constraint customers_name_length check (length(name) between 1 and 200),
  email text constraint customers_email_length check (length(email) <= 254),
  phone text constraint customers_phone_length check (length(phone) <= 32),
  address text constraint customers_address_length check (length(address) <= 1000),
  -- Sum of the points ledger; below zero when points were spent and their sale refunded.
  points bigint not null default 0,
  -- Paid less refunded, over all sales.
  lifetime_value bigint not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  search_text text not null generated always as (
    lower(name || e'\n' || coalesce(email, '') || e'\n' || coalesce(phone, ''))
  ) stored,
  primary key (merchant_id, id)
);

create index customers_newest on customers (merchant_id, created_at desc, id desc) where deleted_at is null;

alter table customers enable row level security;

alter table customers force row level security;

create policy own_merchant on customers using (merchant_id = (select nullif(current_setting('app.merchant_id', true), '')::uuid));

create table points_entries (
  merchant_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  type text not null constraint points_entries_type check (type in ('earned', 'reversed', 'redeemed', 'corrected')),
  points bigint not null,
  balance bigint not null,
  -- The sale that earned the points, and the refund that took them back.
  sale_id uuid,
  refund_id uuid,
  reason text constraint points_entries_reason_length check (length(reason) <= 500),
  user_id uuid constraint points_entries_user references users (id),
  created_at timestamptz not null,
  primary key (merchant_id, id),
  constraint points_entries_customer foreign key (merchant_id, customer_id) references customers (merchant_id, id)
);

create index points_entries_by_customer on points_entries (merchant_id, customer_id, created_at desc, id desc);

alter table points_entries enable row level security;

alter table points_entries force row level security;

create policy own_merchant on points_entries using (merchant_id = (select nullif(current_setting('app.merchant_id', true), '')::uuid));

revoke update, delete, truncate on points_entries from current_user;
