-- What an import created and changed, with the values before, so that it can be undone while it is kept.
alter table imports add column undo_status text constraint imports_undo_status check (undo_status in ('possible', 'running', 'done'));

-- The last sign of life of a run that undoes it.
alter table imports add column undo_seen_at timestamptz;

-- What was reversed so far, and what was not and why.
alter table imports add column undo_result jsonb;

create table import_changes (
  merchant_id uuid not null,
  import_id uuid not null,
  -- In the order of the changes.
  id uuid not null,
  kind text not null constraint import_changes_kind check (kind in ('product', 'stock', 'customer')),
  -- The product or customer.
  subject_id uuid not null,
  -- Of a change of stock.
  warehouse_id uuid,
  quantity integer,
  -- The fields before the change; null for a record that the import created.
  before jsonb,
  after jsonb,
  created_at timestamptz not null,
  is_undone boolean not null default false,
  primary key (merchant_id, import_id, id),
  constraint import_changes_import foreign key (merchant_id, import_id) references imports (merchant_id, id),
  constraint import_changes_stock check ((kind = 'stock') = (warehouse_id is not null and quantity is not null))
);

create index import_changes_by_subject on import_changes (merchant_id, import_id, subject_id) where not is_undone;

alter table import_changes enable row level security;

alter table import_changes force row level security;

create policy own_merchant on import_changes using (merchant_id = (select nullif(current_setting('app.merchant_id', true), '')::uuid));
