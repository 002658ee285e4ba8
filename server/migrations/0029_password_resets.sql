-- The only merchant that a person has ever worked for; null if there were others, or it is not known. Its owners may reset the password.
alter table users add column sole_merchant_id uuid;

create table password_resets (
  -- SHA-256 of the link's token. The token itself is not stored.
  token_hash bytea primary key,
  user_id uuid not null constraint password_resets_user references users (id),
  expires_at timestamptz not null,
  created_at timestamptz not null
);

create index password_resets_by_user on password_resets (user_id, created_at);
