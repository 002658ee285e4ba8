-- Who changed what, what it was before, and from where. Appended to in the commit of the change; a person's data in it are rewritten when they are erased.
create table audit_entries (
  merchant_id uuid not null constraint audit_entries_merchant references merchants (id),
  id uuid not null,
  -- `product.updated`
  action text not null,
  subject_id uuid,
  -- Null for what nobody asked for.
  user_id uuid,
  session_id uuid,
  -- The network address that the request came from.
  address text,
  -- JSON; of a change the fields that it changed.
  before text,
  after text,
  created_at timestamptz not null,
  primary key (merchant_id, id)
);

create index audit_entries_at on audit_entries (merchant_id, created_at, id);

create index audit_entries_subject on audit_entries (merchant_id, subject_id, created_at);

create index audit_entries_user on audit_entries (merchant_id, user_id, created_at);

alter table audit_entries enable row level security;

alter table audit_entries force row level security;

create policy own_merchant on audit_entries using (merchant_id = (select nullif(current_setting('app.merchant_id', true), '')::uuid));
