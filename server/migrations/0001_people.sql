-- People and what identifies them. Global: a person may work for several merchants.

create table users (
  id uuid primary key,
  email text not null constraint users_email_length check (length(email) between 3 and 254),
  name text not null constraint users_name_length check (length(name) between 1 and 200),
  phone text constraint users_phone_length check (length(phone) <= 32),
  password_hash text not null,
  -- The merchant that a request without X-Merchant-ID means. No foreign key: merchants may live on other machines than people.
  home_merchant_id uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint users_email_unique unique (email)
);

create table sessions (
  id uuid primary key,
  user_id uuid not null constraint sessions_user references users (id),
  refresh_hash bytea not null constraint sessions_refresh_unique unique,
  -- Hashes of refresh tokens that were rotated away: whoever shows one has stolen it, or lost the newer one to a thief.
  retired_hashes bytea[] not null default '{}',
  user_agent text constraint sessions_user_agent_length check (length(user_agent) <= 400),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);

create index sessions_by_user on sessions (user_id);

create index sessions_by_retired_hash on sessions using gin (retired_hashes);

create table devices (
  id uuid primary key,
  user_id uuid not null constraint devices_user references users (id),
  platform text not null constraint devices_platform check (platform in ('ios', 'android', 'web')),
  token text not null constraint devices_token_length check (length(token) <= 8192),
  token_hash bytea not null constraint devices_token_unique unique,
  name text constraint devices_name_length check (length(name) <= 200),
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create index devices_by_user on devices (user_id, created_at);

-- Counters of requests and of failed logins. Losing them in a crash costs nothing, so they are not logged.
create unlogged table rate_windows (
  key text primary key,
  started_at timestamptz not null,
  hits integer not null
);

create table service_secrets (
  name text primary key,
  value text not null
);
