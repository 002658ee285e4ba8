-- The last entry of each register's journal, and the first from which it is complete.
create table journal_heads (
  merchant_id uuid not null,
  register_id uuid not null,
  number integer not null default 0 constraint journal_heads_number check (number >= 0),
  hash bytea not null default '\x0000000000000000000000000000000000000000000000000000000000000000' constraint journal_heads_hash check (octet_length(hash) = 32),
  began_at timestamptz not null,
  primary key (merchant_id, register_id),
  constraint journal_heads_register foreign key (merchant_id, register_id) references registers (merchant_id, id)
);

alter table journal_heads enable row level security;

alter table journal_heads force row level security;

create policy own_merchant on journal_heads using (merchant_id = (select nullif(current_setting('app.merchant_id', true), '')::uuid));

-- Each registered act of a register, in order. An entry contains the hash of the one before.
create table journal_entries (
  merchant_id uuid not null,
  register_id uuid not null,
  number integer not null constraint journal_entries_number check (number > 0),
  kind text not null constraint journal_entries_kind check (
    kind in ('shift_opened', 'sale', 'refund', 'void', 'cash_movement', 'cash_movement_void', 'closure', 'correction')
  ),
  -- The sale, refund, movement, shift, closure or correction.
  subject_id uuid not null,
  -- The canonical JSON (RFC 8785) of the entry; its SHA-256 is the hash.
  entry text not null,
  hash bytea not null constraint journal_entries_hash check (octet_length(hash) = 32),
  recorded_at timestamptz not null,
  primary key (merchant_id, register_id, number),
  constraint journal_entries_once unique (merchant_id, subject_id, kind),
  constraint journal_entries_head foreign key (merchant_id, register_id) references journal_heads (merchant_id, register_id)
);

alter table journal_entries enable row level security;

alter table journal_entries force row level security;

create policy own_merchant on journal_entries using (merchant_id = (select nullif(current_setting('app.merchant_id', true), '')::uuid));

revoke update, delete, truncate on journal_entries from current_user;

-- The keys with which a merchant's journals are signed (Ed25519). The newest signs.
create table journal_keys (
  merchant_id uuid not null constraint journal_keys_merchant references merchants (id),
  number integer not null constraint journal_keys_number check (number > 0),
  -- Raw, 32 bytes.
  public_key bytea not null constraint journal_keys_public_key check (octet_length(public_key) = 32),
  -- Encrypted with the service's secret.
  sealed_private_key text not null,
  created_at timestamptz not null,
  primary key (merchant_id, number)
);

alter table journal_keys enable row level security;

alter table journal_keys force row level security;

create policy own_merchant on journal_keys using (merchant_id = (select nullif(current_setting('app.merchant_id', true), '')::uuid));

-- The last entries of all of a merchant's registers at the end of a day, signed.
create table journal_roots (
  merchant_id uuid not null,
  number integer not null constraint journal_roots_number check (number > 0),
  day date not null,
  -- The canonical JSON (RFC 8785) of the root; its SHA-256 is the hash, and it is signed.
  root text not null,
  hash bytea not null constraint journal_roots_hash check (octet_length(hash) = 32),
  key_number integer not null,
  signature bytea not null constraint journal_roots_signature check (octet_length(signature) = 64),
  created_at timestamptz not null,
  primary key (merchant_id, number),
  constraint journal_roots_day unique (merchant_id, day),
  constraint journal_roots_key foreign key (merchant_id, key_number) references journal_keys (merchant_id, number)
);

alter table journal_roots enable row level security;

alter table journal_roots force row level security;

create policy own_merchant on journal_roots using (merchant_id = (select nullif(current_setting('app.merchant_id', true), '')::uuid));

revoke update, delete, truncate on journal_roots from current_user;

insert into journal_heads (merchant_id, register_id, began_at) select merchant_id, id, now() from registers;
