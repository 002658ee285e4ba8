-- What happened, written in the transaction in which it did.
create table events (
  merchant_id uuid not null constraint events_merchant references merchants (id),
  id uuid not null,
  -- Given after the commit, one after the other, without a gap: whoever reads by it misses nothing that is committed late.
  sequence bigint,
  type text not null constraint events_type_length check (length(type) between 1 and 100),
  subject_id uuid not null,
  user_id uuid,
  -- JSON, as the interface shows the subject at that moment.
  payload text not null,
  created_at timestamptz not null,
  primary key (merchant_id, id)
);

create unique index events_by_sequence on events (merchant_id, sequence) where sequence is not null;

create index events_to_number on events (merchant_id, id) where sequence is null;

create index events_by_subject on events (merchant_id, subject_id);

alter table events enable row level security;

alter table events force row level security;

create policy own_merchant on events using (merchant_id = (select nullif(current_setting('app.merchant_id', true), '')::uuid));

-- The last number given, and who numbers holds it.
create table event_heads (
  merchant_id uuid not null constraint event_heads_merchant references merchants (id),
  sequence bigint not null default 0,
  primary key (merchant_id)
);

alter table event_heads enable row level security;

alter table event_heads force row level security;

create policy own_merchant on event_heads using (merchant_id = (select nullif(current_setting('app.merchant_id', true), '')::uuid));
