-- How far the history of a demo shop has been entered. The row changes in the transaction that enters a day, so each day is entered once.
create table demo_loads (
  merchant_id uuid not null constraint demo_loads_merchant references merchants (id),
  -- The owner who asked for it, in whose name everything is entered, and the network address of the request.
  user_id uuid not null constraint demo_loads_user references users (id),
  address text not null,
  state text not null constraint demo_loads_state check (state in ('queued', 'running', 'ready', 'failed')),
  -- The zone in which the days are cut.
  timezone text not null,
  first_day date not null,
  last_day date not null,
  -- The day to enter next; the day after the last one at the end.
  next_day date not null,
  -- Nothing happened later.
  until timestamptz not null,
  sales integer not null default 0,
  -- Why the last attempt failed.
  error text,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (merchant_id),
  constraint demo_loads_days check (first_day <= next_day and next_day <= last_day + 1),
  constraint demo_loads_finished check ((finished_at is not null) = (state = 'ready'))
);

alter table demo_loads enable row level security;

alter table demo_loads force row level security;

create policy own_merchant on demo_loads using (merchant_id = (select nullif(current_setting('app.merchant_id', true), '')::uuid));
