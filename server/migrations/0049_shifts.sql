-- A register: a cash drawer of a branch, with its own shifts and closures.
create table registers (
  merchant_id uuid not null constraint registers_merchant references merchants (id),
  id uuid not null,
  branch_id uuid not null,
  name text not null constraint registers_name_length check (length(name) between 1 and 200),
  status text not null default 'active' constraint registers_status check (status in ('active', 'inactive')),
  -- The float that a shift usually begins with.
  opening_float bigint not null default 0 constraint registers_opening_float check (opening_float >= 0),
  blind_count boolean not null default false,
  requires_shift boolean not null default false,
  -- The number of the last shift, and of the last closure.
  last_shift integer not null default 0,
  last_closure integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id),
  constraint registers_branch foreign key (merchant_id, branch_id) references branches (merchant_id, id)
);

create unique index registers_name_unique on registers (merchant_id, branch_id, lower(name));

alter table registers enable row level security;

alter table registers force row level security;

create policy own_merchant on registers using (merchant_id = (select nullif(current_setting('app.merchant_id', true), '')::uuid));

create table shifts (
  merchant_id uuid not null,
  id uuid not null,
  register_id uuid not null,
  branch_id uuid not null,
  number integer not null constraint shifts_number check (number > 0),
  status text not null default 'open' constraint shifts_status check (status in ('open', 'counting', 'closed')),
  opening_float bigint not null constraint shifts_opening_float check (opening_float >= 0),
  -- How the float was counted: each denomination, and how many of it.
  denomination_values bigint[],
  denomination_counts integer[],
  note text constraint shifts_note_length check (length(note) <= 1000),
  opened_by uuid not null constraint shifts_opener references users (id),
  opened_at timestamptz not null,
  closed_by uuid constraint shifts_closer references users (id),
  closed_at timestamptz,
  updated_at timestamptz not null,
  primary key (merchant_id, id),
  constraint shifts_number_unique unique (merchant_id, register_id, number),
  constraint shifts_denominations check (cardinality(denomination_values) = cardinality(denomination_counts)),
  constraint shifts_closed check ((status = 'closed') = (closed_at is not null) and (closed_at is null) = (closed_by is null)),
  constraint shifts_register foreign key (merchant_id, register_id) references registers (merchant_id, id),
  constraint shifts_branch foreign key (merchant_id, branch_id) references branches (merchant_id, id)
);

create unique index shifts_one_open on shifts (merchant_id, register_id) where status <> 'closed';

create index shifts_newest on shifts (merchant_id, opened_at desc, id desc);

alter table shifts enable row level security;

alter table shifts force row level security;

create policy own_merchant on shifts using (merchant_id = (select nullif(current_setting('app.merchant_id', true), '')::uuid));

-- Each count of a shift's drawer; the last one counts. Amounts stand beside their payment methods.
create table shift_counts (
  merchant_id uuid not null,
  id uuid not null,
  shift_id uuid not null,
  methods text[] not null,
  amounts bigint[] not null,
  denomination_values bigint[],
  denomination_counts integer[],
  user_id uuid not null constraint shift_counts_user references users (id),
  created_at timestamptz not null,
  primary key (merchant_id, id),
  constraint shift_counts_amounts check (cardinality(methods) = cardinality(amounts)),
  constraint shift_counts_denominations check (cardinality(denomination_values) = cardinality(denomination_counts)),
  constraint shift_counts_shift foreign key (merchant_id, shift_id) references shifts (merchant_id, id)
);

create index shift_counts_by_shift on shift_counts (merchant_id, shift_id, created_at, id);

alter table shift_counts enable row level security;

alter table shift_counts force row level security;

create policy own_merchant on shift_counts using (merchant_id = (select nullif(current_setting('app.merchant_id', true), '')::uuid));

revoke update, delete, truncate on shift_counts from current_user;

-- The checks of foreign keys lock rows of either table, which asks for the right to update some column of them.
grant update (merchant_id) on shift_counts to current_user;

create table cash_movements (
  merchant_id uuid not null,
  id uuid not null,
  shift_id uuid not null,
  type text not null constraint cash_movements_type check (type in ('paid_in', 'paid_out', 'no_sale')),
  amount bigint not null,
  reason text not null constraint cash_movements_reason_length check (length(reason) between 1 and 500),
  user_id uuid not null constraint cash_movements_user references users (id),
  created_at timestamptz not null,
  primary key (merchant_id, id),
  constraint cash_movements_amount check (case when type = 'no_sale' then amount = 0 else amount > 0 end),
  constraint cash_movements_shift foreign key (merchant_id, shift_id) references shifts (merchant_id, id)
);

create index cash_movements_by_shift on cash_movements (merchant_id, shift_id, created_at, id);

alter table cash_movements enable row level security;

alter table cash_movements force row level security;

create policy own_merchant on cash_movements using (merchant_id = (select nullif(current_setting('app.merchant_id', true), '')::uuid));

revoke update, delete, truncate on cash_movements from current_user;

grant update (merchant_id) on cash_movements to current_user;

create table cash_movement_voids (
  merchant_id uuid not null,
  movement_id uuid not null,
  reason text not null constraint cash_movement_voids_reason_length check (length(reason) between 1 and 500),
  user_id uuid not null constraint cash_movement_voids_user references users (id),
  created_at timestamptz not null,
  primary key (merchant_id, movement_id),
  constraint cash_movement_voids_movement foreign key (merchant_id, movement_id) references cash_movements (merchant_id, id)
);

alter table cash_movement_voids enable row level security;

alter table cash_movement_voids force row level security;

create policy own_merchant on cash_movement_voids using (merchant_id = (select nullif(current_setting('app.merchant_id', true), '')::uuid));

revoke update, delete, truncate on cash_movement_voids from current_user;

grant update (merchant_id) on cash_movement_voids to current_user;

-- The report of a closed shift (Z report). It is written once; corrections stand beside it.
create table closures (
  merchant_id uuid not null,
  id uuid not null,
  register_id uuid not null,
  branch_id uuid not null,
  shift_id uuid not null,
  number integer not null constraint closures_number check (number > 0),
  business_day date not null,
  opened_at timestamptz not null,
  closed_at timestamptz not null,
  closed_by uuid not null constraint closures_closer references users (id),
  note text constraint closures_note_length check (length(note) <= 1000),
  -- The sums of the shift, as JSON with amounts in minor units.
  figures text not null,
  -- What its sales and refunds add to the register's lifetime sums.
  sales_amount bigint not null,
  refunds_amount bigint not null,
  lifetime_sales bigint not null,
  lifetime_refunds bigint not null,
  expected_methods text[] not null,
  expected_amounts bigint[] not null,
  counted_methods text[] not null,
  counted_amounts bigint[] not null,
  primary key (merchant_id, id),
  constraint closures_number_unique unique (merchant_id, register_id, number),
  constraint closures_shift_unique unique (merchant_id, shift_id),
  constraint closures_expected check (cardinality(expected_methods) = cardinality(expected_amounts)),
  constraint closures_counted check (cardinality(counted_methods) = cardinality(counted_amounts)),
  constraint closures_register foreign key (merchant_id, register_id) references registers (merchant_id, id),
  constraint closures_shift foreign key (merchant_id, shift_id) references shifts (merchant_id, id)
);

create index closures_newest on closures (merchant_id, closed_at desc, id desc);

alter table closures enable row level security;

alter table closures force row level security;

create policy own_merchant on closures using (merchant_id = (select nullif(current_setting('app.merchant_id', true), '')::uuid));

revoke update, delete, truncate on closures from current_user;

grant update (merchant_id) on closures to current_user;

-- What became known after a closure. An amount is a change: of what is expected, and for a recount of what was counted.
create table closure_corrections (
  merchant_id uuid not null,
  id uuid not null,
  closure_id uuid not null,
  kind text not null constraint closure_corrections_kind check (kind in ('late_sale', 'late_refund', 'late_movement', 'recount')),
  method text not null,
  amount bigint not null,
  reason text not null constraint closure_corrections_reason_length check (length(reason) between 1 and 500),
  user_id uuid not null constraint closure_corrections_user references users (id),
  created_at timestamptz not null,
  primary key (merchant_id, id),
  constraint closure_corrections_closure foreign key (merchant_id, closure_id) references closures (merchant_id, id)
);

create index closure_corrections_by_closure on closure_corrections (merchant_id, closure_id, created_at, id);

alter table closure_corrections enable row level security;

alter table closure_corrections force row level security;

create policy own_merchant on closure_corrections using (merchant_id = (select nullif(current_setting('app.merchant_id', true), '')::uuid));

revoke update, delete, truncate on closure_corrections from current_user;

grant update (merchant_id) on closure_corrections to current_user;

-- The register and shift that took the payments of a sale, …
alter table sales add column register_id uuid;

alter table sales add column shift_id uuid;

-- … and those that paid them back when it was voided.
alter table sales add column void_register_id uuid;

alter table sales add column void_shift_id uuid;

alter table sales add constraint sales_register foreign key (merchant_id, register_id) references registers (merchant_id, id);

alter table sales add constraint sales_shift foreign key (merchant_id, shift_id) references shifts (merchant_id, id);

alter table sales add constraint sales_void_register foreign key (merchant_id, void_register_id) references registers (merchant_id, id);

alter table sales add constraint sales_void_shift foreign key (merchant_id, void_shift_id) references shifts (merchant_id, id);

create index sales_by_shift on sales (merchant_id, shift_id) where shift_id is not null;

create index sales_by_void_shift on sales (merchant_id, void_shift_id) where void_shift_id is not null;

create index sales_of_register_without_shift on sales (merchant_id, register_id) where register_id is not null and shift_id is null;

alter table refunds add column register_id uuid;

alter table refunds add column shift_id uuid;

alter table refunds add constraint refunds_register foreign key (merchant_id, register_id) references registers (merchant_id, id);

alter table refunds add constraint refunds_shift foreign key (merchant_id, shift_id) references shifts (merchant_id, id);

create index refunds_by_shift on refunds (merchant_id, shift_id) where shift_id is not null;

create index refunds_of_register_without_shift on refunds (merchant_id, register_id) where register_id is not null and shift_id is null;
