-- Passkeys (WebAuthn) of people: they belong to the account, not to a merchant.

create table passkeys (
  id uuid primary key,
  user_id uuid not null constraint passkeys_user references users (id),
  -- Base64url, as the authenticator made it.
  credential_id text not null constraint passkeys_credential_unique unique constraint passkeys_credential_length check (length(credential_id) <= 1400),
  public_key bytea not null,
  -- Counts up with each use where the authenticator counts; one that goes back is a copy.
  counter bigint not null,
  transports text[] not null,
  name text not null constraint passkeys_name_length check (length(name) between 1 and 200),
  created_at timestamptz not null,
  last_used_at timestamptz
);

create index passkeys_by_user on passkeys (user_id, created_at);

-- What an authenticator has to sign, once, within five minutes.
create table passkey_challenges (
  challenge_hash bytea primary key,
  -- Whose passkey is being added; null for a sign-in, of which nobody knows yet whose it will be.
  user_id uuid,
  expires_at timestamptz not null
);

-- Begun or confirmed with a passkey, which is a full sign-in: something one has, and a PIN, a finger or a face.
alter table sessions add column by_passkey boolean not null default false;
