-- Acts that need the approval of another person, and their approvals.
alter table merchants
  -- One object for each action: action, above_amount (minor units), above_ppm, above_quantity, exempt_roles.
  add column approval_rules jsonb not null default '[]',
  add column approval_minutes integer not null default 10
    constraint merchants_approval_minutes check (approval_minutes between 1 and 1440);

create table approvals (
  merchant_id uuid not null constraint approvals_merchant references merchants (id),
  id uuid not null,
  -- A pending or approved one expires at `expires_at`; the state stays as it is.
  state text not null constraint approvals_state check (state in ('pending', 'approved', 'denied', 'consumed')),
  action text not null constraint approvals_action check (action in (
    'refund', 'void', 'discount', 'price_override', 'no_sale', 'paid_out', 'shift_variance', 'stock_adjustment', 'write_off'
  )),
  method text not null,
  path text not null,
  -- SHA-256 of the canonical JSON of method, path and body. The body itself is not stored.
  payload_sha256 bytea not null constraint approvals_payload check (octet_length(payload_sha256) = 32),
  summary text not null constraint approvals_summary check (length(summary) between 1 and 500),
  -- The branch that the act concerns; null if it names none.
  branch_id uuid,
  requested_by uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  decided_by uuid,
  -- The role of the approver at the time of the decision.
  decided_role text constraint approvals_decided_role check (decided_role in ('owner', 'manager', 'cashier', 'stock_clerk', 'viewer')),
  decided_at timestamptz,
  -- Why it was denied.
  reason text constraint approvals_reason check (length(reason) <= 500),
  consumed_at timestamptz,
  -- The record that the act created or changed.
  subject_id uuid,
  primary key (merchant_id, id),
  constraint approvals_branch foreign key (merchant_id, branch_id) references branches (merchant_id, id),
  constraint approvals_requester foreign key (merchant_id, requested_by) references memberships (merchant_id, user_id),
  constraint approvals_decider foreign key (merchant_id, decided_by) references memberships (merchant_id, user_id),
  constraint approvals_decided check ((state = 'pending') = (decided_by is null) and (decided_by is null) = (decided_at is null)
    and (decided_by is null) = (decided_role is null)),
  constraint approvals_consumed check ((state = 'consumed') = (consumed_at is not null))
);

create index approvals_newest on approvals (merchant_id, created_at desc, id desc);

create index approvals_of_requester on approvals (merchant_id, requested_by, created_at desc, id desc);

create index approvals_of_subject on approvals (merchant_id, subject_id) where subject_id is not null;

alter table approvals enable row level security;

alter table approvals force row level security;

create policy own_merchant on approvals using (merchant_id = (select nullif(current_setting('app.merchant_id', true), '')::uuid));
