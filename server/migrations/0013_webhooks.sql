-- Merchants that have endpoints: where to look for something to deliver, without asking all merchants. Says nothing else, so it has no row security.
create table webhook_merchants (
  merchant_id uuid primary key
);

-- Where a merchant wants to hear of events, and how far it has heard of them.
create table webhook_endpoints (
  merchant_id uuid not null constraint webhook_endpoints_merchant references merchants (id),
  id uuid not null,
  url text not null constraint webhook_endpoints_url_length check (length(url) <= 2000),
  -- `sale.*`, `stock.low`; null for all.
  types text[],
  description text not null,
  status text not null constraint webhook_endpoints_status check (status in ('active', 'paused')),
  -- Sealed with a key that is not in the database. The old one signs beside the new one for a while.
  secret text not null,
  old_secret text,
  old_secret_until timestamptz,
  -- The number of the last event that was looked at; every one of its types after `since` and up to here has its delivery.
  cursor bigint not null,
  since bigint not null,
  -- Events that were no longer kept when their turn came: paused for longer than that.
  missed bigint not null default 0,
  -- Failures one after the other; after some of them it is only probed, not before this moment.
  failures integer not null default 0,
  probe_at timestamptz,
  -- Who delivers, and until when nobody else may.
  lease_id uuid,
  leased_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id),
  constraint webhook_endpoints_since check (since <= cursor)
);

alter table webhook_endpoints enable row level security;

alter table webhook_endpoints force row level security;

create policy own_merchant on webhook_endpoints using (merchant_id = (select nullif(current_setting('app.merchant_id', true), '')::uuid));

-- An event on its way to an endpoint. What it says is read from the event when it is sent: nothing of a person is kept here.
create table webhook_deliveries (
  merchant_id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  -- Null for one that was sent to try the endpoint.
  sequence bigint,
  type text not null,
  state text not null constraint webhook_deliveries_state check (state in ('pending', 'succeeded', 'failed')),
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  first_attempt_at timestamptz,
  last_attempt_at timestamptz,
  -- Of the last attempt: what was answered, or why nothing was.
  status integer,
  answer text,
  error text,
  duration_ms integer,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (merchant_id, endpoint_id, event_id),
  constraint webhook_deliveries_endpoint foreign key (merchant_id, endpoint_id) references webhook_endpoints (merchant_id, id),
  constraint webhook_deliveries_waits check ((state = 'pending') = (next_attempt_at is not null) and (state = 'pending') = (finished_at is null))
);

create index webhook_deliveries_pending on webhook_deliveries (merchant_id, endpoint_id, sequence) where state = 'pending';

create index webhook_deliveries_newest on webhook_deliveries (merchant_id, endpoint_id, created_at desc, event_id desc);

create index webhook_deliveries_finished on webhook_deliveries (merchant_id, finished_at) where state <> 'pending';

alter table webhook_deliveries enable row level security;

alter table webhook_deliveries force row level security;

create policy own_merchant on webhook_deliveries using (merchant_id = (select nullif(current_setting('app.merchant_id', true), '')::uuid));
