-- Refresh tokens as rows of their own: rotation by several requests at once leaves each of them with a token that works.

create table session_tokens (
  token_hash bytea primary key,
  session_id uuid not null constraint session_tokens_session references sessions (id),
  -- When it was rotated away. Shown later than a grace of seconds, it ends the session.
  retired_at timestamptz,
  created_at timestamptz not null
);

create index session_tokens_by_session on session_tokens (session_id, retired_at);

insert into session_tokens (token_hash, session_id, retired_at, created_at)
  select refresh_hash, id, null, created_at from sessions;

insert into session_tokens (token_hash, session_id, retired_at, created_at)
  select distinct on (old.token_hash) old.token_hash, s.id, s.created_at, s.created_at
  from sessions s cross join unnest(s.retired_hashes) as old (token_hash)
  on conflict do nothing;

alter table sessions drop column refresh_hash;

alter table sessions drop column retired_hashes;

alter table sessions add column last_used_at timestamptz;

-- The network address of the last sign-in or refresh.
alter table sessions add column address text;

-- Devices from which a person has signed in: told from others by a hash, which says nothing by itself.
create table known_devices (
  user_id uuid not null constraint known_devices_user references users (id),
  device_hash bytea not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (user_id, device_hash)
);
