-- What the last check of a merchant's books found.
create table checks (
  merchant_id uuid not null constraint checks_merchant references merchants (id),
  checked_at timestamptz not null,
  duration_ms integer not null,
  -- JSON: for each invariant that does not hold, how many rows break it, and the first of them.
  findings text not null,
  primary key (merchant_id)
);

alter table checks enable row level security;

alter table checks force row level security;

create policy own_merchant on checks using (merchant_id = (select nullif(current_setting('app.merchant_id', true), '')::uuid));

-- How many rows break which invariant, of merchants at which one does not hold: for figures of the whole house. Says nothing else, so it has no row security.
create table broken_invariants (
  merchant_id uuid not null,
  invariant text not null,
  broken integer not null,
  primary key (merchant_id, invariant)
);
