-- Invitations that have not been accepted yet. An accepted, withdrawn or replaced one is deleted: its link then finds nothing.
create table invitations (
  merchant_id uuid not null constraint invitations_merchant references merchants (id),
  -- Becomes the id of the account if the invited person has none yet.
  id uuid not null,
  email text not null constraint invitations_email_length check (length(email) between 3 and 254),
  name text not null constraint invitations_name_length check (length(name) between 1 and 200),
  phone text constraint invitations_phone_length check (length(phone) <= 32),
  role text not null constraint invitations_role check (role in ('owner', 'manager', 'cashier', 'stock_clerk', 'viewer')),
  branch_id uuid,
  -- The branches that the rights will be limited to; null for all.
  branch_ids uuid[],
  -- SHA-256 of the link's token. The token itself is not stored.
  token_hash bytea not null,
  invited_by uuid not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id),
  constraint invitations_branch foreign key (merchant_id, branch_id) references branches (merchant_id, id),
  constraint invitations_inviter foreign key (merchant_id, invited_by) references memberships (merchant_id, user_id),
  constraint invitations_email_unique unique (merchant_id, email),
  constraint invitations_token_unique unique (merchant_id, token_hash)
);

alter table invitations enable row level security;

alter table invitations force row level security;

create policy own_merchant on invitations using (merchant_id = (select nullif(current_setting('app.merchant_id', true), '')::uuid));
