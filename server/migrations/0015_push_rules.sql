-- What a member of the staff wants to be told of by push; without a row, what everybody is told of in the beginning.
create table push_rules (
  merchant_id uuid not null,
  user_id uuid not null,
  low_stock boolean not null,
  out_of_stock boolean not null,
  -- Refunds of at least so much, in minor units; null for none.
  refund_from bigint constraint push_rules_refund_from check (refund_from >= 0),
  exports boolean not null,
  imports boolean not null,
  updated_at timestamptz not null,
  primary key (merchant_id, user_id),
  constraint push_rules_member foreign key (merchant_id, user_id) references memberships (merchant_id, user_id)
);

alter table push_rules enable row level security;

alter table push_rules force row level security;

create policy own_merchant on push_rules using (merchant_id = (select nullif(current_setting('app.merchant_id', true), '')::uuid));
