-- How far the import of a file has come: written in the transactions that bring its rows in, and read by whoever waits for it.
create table imports (
  merchant_id uuid not null constraint imports_merchant references merchants (id),
  id uuid not null,
  user_id uuid not null constraint imports_user references users (id),
  file_name text not null constraint imports_file_name_length check (length(file_name) <= 255),
  status text not null constraint imports_status check (status in ('running', 'done', 'failed')),
  total integer not null,
  done integer not null default 0,
  imported integer not null default 0,
  failed integer not null default 0,
  -- Of the first rows that were refused: which, and why.
  error_rows integer[] not null default '{}',
  error_messages text[] not null default '{}',
  started_at timestamptz not null,
  -- The last sign of life: one that runs and gives none was cut off.
  seen_at timestamptz not null,
  finished_at timestamptz,
  primary key (merchant_id, id)
);

create index imports_newest on imports (merchant_id, started_at desc, id desc);

alter table imports enable row level security;

alter table imports force row level security;

create policy own_merchant on imports using (merchant_id = (select nullif(current_setting('app.merchant_id', true), '')::uuid));
