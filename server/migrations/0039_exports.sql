-- Reports that are written to files in the background. A row goes when the link to its file has expired.
create table exports (
  merchant_id uuid not null constraint exports_merchant references merchants (id),
  id uuid not null,
  user_id uuid not null constraint exports_user references users (id),
  -- The API key that asked for it in the name of its maker.
  api_key_id uuid,
  -- The network address of the request.
  address text not null,
  -- What the addresses of files began with for the client that asked.
  cdn_url text not null,
  report_type text not null,
  format text not null,
  start_date date not null,
  end_date date not null,
  -- The branch that was named.
  branch_id uuid,
  -- Branches whose rows the file may hold; null for all.
  branch_ids uuid[],
  -- Whether the file may hold costs.
  with_costs boolean not null,
  -- The same for equal requests of one person or API key.
  request_hash bytea not null,
  state text not null constraint exports_state check (state in ('queued', 'running', 'ready', 'failed')),
  -- Runs so far: one that ends with its process is followed by another.
  attempts integer not null default 0,
  -- The run that writes the file, or wrote it.
  run_id uuid,
  rows_written bigint not null default 0,
  rows_expected bigint,
  error text,
  created_at timestamptz not null,
  -- The last sign of life of the run: one that gives none for long has ended.
  seen_at timestamptz,
  finished_at timestamptz,
  primary key (merchant_id, id),
  constraint exports_finished check ((finished_at is not null) = (state in ('ready', 'failed'))),
  constraint exports_run check (run_id is not null or state not in ('running', 'ready'))
);

-- An equal request joins the export that is under way.
create unique index exports_under_way on exports (merchant_id, user_id, request_hash) where state in ('queued', 'running');

create index exports_newest on exports (merchant_id, created_at desc, id desc);

alter table exports enable row level security;

alter table exports force row level security;

create policy own_merchant on exports using (merchant_id = (select nullif(current_setting('app.merchant_id', true), '')::uuid));
