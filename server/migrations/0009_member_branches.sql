-- The branches that somebody's rights are limited to; without a row they hold in all of them.
create table member_branches (
  merchant_id uuid not null,
  user_id uuid not null,
  branch_id uuid not null,
  primary key (merchant_id, user_id, branch_id),
  constraint member_branches_member foreign key (merchant_id, user_id) references memberships (merchant_id, user_id),
  constraint member_branches_branch foreign key (merchant_id, branch_id) references branches (merchant_id, id)
);

alter table member_branches enable row level security;

alter table member_branches force row level security;

create policy own_merchant on member_branches using (merchant_id = (select nullif(current_setting('app.merchant_id', true), '')::uuid));
