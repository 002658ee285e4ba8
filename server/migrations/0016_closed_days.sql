-- Days of a branch that are over and were told of.
create table closed_days (
  merchant_id uuid not null,
  branch_id uuid not null,
  day date not null,
  closed_at timestamptz not null,
  primary key (merchant_id, branch_id, day),
  constraint closed_days_branch foreign key (merchant_id, branch_id) references branches (merchant_id, id)
);

alter table closed_days enable row level security;

alter table closed_days force row level security;

create policy own_merchant on closed_days using (merchant_id = (select nullif(current_setting('app.merchant_id', true), '')::uuid));

-- What was taken on a day that is over.
alter table push_rules add column day_closed boolean not null default false;
