-- Keys with which programs of a merchant's use the interface, without a person who signs in. Only hashes are kept.
create table api_keys (
  merchant_id uuid not null constraint api_keys_merchant references merchants (id),
  id uuid not null,
  name text not null constraint api_keys_name_length check (length(name) between 1 and 200),
  key_hash bytea not null,
  -- What the key ends in, to tell it from others.
  last_four text not null,
  permissions text[] not null,
  -- Null for all branches.
  branch_ids uuid[],
  -- What the key may do is never more than this person may.
  created_by uuid not null constraint api_keys_creator references users (id),
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id),
  constraint api_keys_hash_unique unique (merchant_id, key_hash)
);

alter table api_keys enable row level security;

alter table api_keys force row level security;

create policy own_merchant on api_keys using (merchant_id = (select nullif(current_setting('app.merchant_id', true), '')::uuid));

-- With which key something was done; the person is then the one who made the key.
alter table audit_entries add column api_key_id uuid;

alter table events add column api_key_id uuid;
