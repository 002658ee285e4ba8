-- A person's second factor: an authenticator app (TOTP) and the codes for when it is lost. They belong to the account, not to a merchant.

create table totp_factors (
  user_id uuid primary key constraint totp_factors_user references users (id),
  -- Sealed with the service's secret, which is not in the database unless several processes share it there.
  secret text not null,
  -- Null until a first code proved that the app has the secret.
  confirmed_at timestamptz,
  -- The time step of the last code that was accepted: no code is accepted twice.
  last_step bigint not null default 0,
  created_at timestamptz not null
);

create table recovery_codes (
  user_id uuid not null constraint recovery_codes_user references users (id),
  code_hash bytea not null,
  used_at timestamptz,
  created_at timestamptz not null,
  primary key (user_id, code_hash)
);

-- Roles that may do nothing at this merchant without a second factor.
alter table merchants add column require_totp_roles text[] not null default '{}';
