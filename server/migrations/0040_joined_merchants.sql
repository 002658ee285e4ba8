-- The merchants that a person has worked for beside their home. Whether they still do, their membership says.
create table joined_merchants (
  user_id uuid not null constraint joined_merchants_user references users (id),
  merchant_id uuid not null,
  joined_at timestamptz not null,
  primary key (user_id, merchant_id)
);

-- Row security would hide the memberships from an owner of the tables who is not a superuser.
alter table memberships no force row level security;

insert into joined_merchants (user_id, merchant_id, joined_at)
  select s.user_id, s.merchant_id, s.created_at
  from memberships s join users u on u.id = s.user_id
  where u.home_merchant_id <> s.merchant_id;

alter table memberships force row level security;
