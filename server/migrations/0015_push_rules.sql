-- Merchants at which somebody wants to hear of something: where to look, without asking all. Says nothing else, so it has no row security.
create table push_merchants (
  merchant_id uuid primary key
);

-- What a member of the staff wants to hear of; nothing, without a row.
create table push_rules (
  merchant_id uuid not null,
  user_id uuid not null,
  low_stock boolean not null,
  out_of_stock boolean not null,
  -- Refunds of at least so much, in minor units; null for none.
  refund_from bigint constraint push_rules_refund_from check (refund_from >= 0),
  exports boolean not null,
  imports boolean not null,
  updated_at timestamptz not null,
  primary key (merchant_id, user_id),
  constraint push_rules_member foreign key (merchant_id, user_id) references memberships (merchant_id, user_id)
);

alter table push_rules enable row level security;

alter table push_rules force row level security;

create policy own_merchant on push_rules using (merchant_id = (select nullif(current_setting('app.merchant_id', true), '')::uuid));

-- The number of the last event that was looked at for who wants to hear of it.
create table push_cursors (
  merchant_id uuid not null constraint push_cursors_merchant references merchants (id),
  sequence bigint not null,
  primary key (merchant_id)
);

alter table push_cursors enable row level security;

alter table push_cursors force row level security;

create policy own_merchant on push_cursors using (merchant_id = (select nullif(current_setting('app.merchant_id', true), '')::uuid));

-- Messages on their way. What they say is made of the event when they are sent; delivered, they go.
create table push_messages (
  merchant_id uuid not null,
  event_id uuid not null,
  device_id uuid not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  primary key (merchant_id, event_id, device_id)
);

create index push_messages_due on push_messages (merchant_id, next_attempt_at);

alter table push_messages enable row level security;

alter table push_messages force row level security;

create policy own_merchant on push_messages using (merchant_id = (select nullif(current_setting('app.merchant_id', true), '')::uuid));
