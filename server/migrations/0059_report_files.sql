-- What else the request for an export named: the language of its words, and filters of the report.
alter table exports add column language text;

alter table exports add column filters jsonb not null default '{}';

-- People who get the figures of last week by mail each Monday.
create table weekly_mails (
  merchant_id uuid not null constraint weekly_mails_merchant references merchants (id),
  user_id uuid not null constraint weekly_mails_user references users (id),
  language text not null,
  -- The Monday of the last week that was mailed, or was over when it was turned on.
  done_week date not null,
  created_at timestamptz not null,
  primary key (merchant_id, user_id)
);

alter table weekly_mails enable row level security;

alter table weekly_mails force row level security;

create policy own_merchant on weekly_mails using (merchant_id = (select nullif(current_setting('app.merchant_id', true), '')::uuid));
