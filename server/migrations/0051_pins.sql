-- Members without an e-mail address have no account: they sign in by PIN, at registered devices only.
alter table users alter column email drop not null;

alter table users alter column password_hash drop not null;

alter table users add constraint users_account check ((email is null) = (password_hash is null));

-- The member who gets the account of the invited address; null if accepting makes a new member.
alter table invitations add column member_id uuid;

alter table invitations add constraint invitations_member foreign key (merchant_id, member_id) references memberships (merchant_id, user_id);

-- One open invitation for a member.
alter table invitations add constraint invitations_member_unique unique (merchant_id, member_id);

create table member_pins (
  merchant_id uuid not null,
  user_id uuid not null,
  -- Argon2id with a key of the service and a salt of the merchant: equal PINs of a merchant have equal hashes.
  pin_hash bytea not null,
  set_at timestamptz not null,
  primary key (merchant_id, user_id),
  constraint member_pins_unique unique (merchant_id, pin_hash),
  constraint member_pins_member foreign key (merchant_id, user_id) references memberships (merchant_id, user_id)
);

alter table member_pins enable row level security;

alter table member_pins force row level security;

create policy own_merchant on member_pins using (merchant_id = (select nullif(current_setting('app.merchant_id', true), '')::uuid));

-- Wrong PINs, by device and by the user who registered the device. Times are of the database's clock.
create table pin_failures (
  merchant_id uuid not null constraint pin_failures_merchant references merchants (id),
  -- A device or a user. A deleted device keeps its row for a while.
  subject_id uuid not null,
  -- Since the last reset.
  failures integer not null,
  -- Since `day_began_at`, for 24 hours. A right PIN does not reset them.
  day_failures integer not null,
  day_began_at timestamptz not null,
  last_at timestamptz not null,
  -- No attempt before this time.
  next_at timestamptz not null,
  primary key (merchant_id, subject_id)
);

alter table pin_failures enable row level security;

alter table pin_failures force row level security;

create policy own_merchant on pin_failures using (merchant_id = (select nullif(current_setting('app.merchant_id', true), '')::uuid));

-- Set for a session by PIN: its merchant, its device, and the user who had registered the device.
alter table sessions add column pin_merchant_id uuid;

alter table sessions add column pin_device_id uuid;

alter table sessions add column pin_device_user_id uuid;

alter table sessions add constraint sessions_by_pin check (num_nulls(pin_merchant_id, pin_device_id, pin_device_user_id) in (0, 3));

create index sessions_by_pin_device on sessions (pin_device_id) where pin_device_id is not null;
