-- What is on the shelf. Kept in step with its ledger, stock_movements, in every transaction.
create table stock_levels (
  merchant_id uuid not null,
  product_id uuid not null,
  warehouse_id uuid not null,
  on_hand integer not null default 0,
  reserved integer not null default 0 constraint stock_levels_reserved check (reserved >= 0),
  -- The lowest available figure that the guard lets through: 0, or below it where the merchant sells what is not there.
  floor integer not null default 0 constraint stock_levels_floor check (floor <= 0),
  updated_at timestamptz not null,
  primary key (merchant_id, product_id, warehouse_id),
  constraint stock_levels_product foreign key (merchant_id, product_id) references products (merchant_id, id),
  constraint stock_levels_warehouse foreign key (merchant_id, warehouse_id) references warehouses (merchant_id, id),
  constraint stock_levels_available check (on_hand - reserved >= floor)
);

create index stock_levels_by_warehouse on stock_levels (merchant_id, warehouse_id, product_id);

alter table stock_levels enable row level security;

alter table stock_levels force row level security;

create policy own_merchant on stock_levels using (merchant_id = (select nullif(current_setting('app.merchant_id', true), '')::uuid));

create table stock_movements (
  merchant_id uuid not null,
  id uuid not null,
  product_id uuid not null,
  warehouse_id uuid not null,
  quantity integer not null,
  balance integer not null,
  type text not null constraint stock_movements_type check (
    type in ('initial', 'addition', 'subtraction', 'adjustment', 'transfer_out', 'transfer_in', 'sale', 'refund', 'void', 'import')
  ),
  reason text constraint stock_movements_reason_length check (length(reason) <= 500),
  reference text constraint stock_movements_reference_length check (length(reference) <= 200),
  -- The sale, refund or transfer that moved it.
  source_id uuid,
  user_id uuid constraint stock_movements_user references users (id),
  created_at timestamptz not null,
  primary key (merchant_id, id),
  constraint stock_movements_level foreign key (merchant_id, product_id, warehouse_id)
    references stock_levels (merchant_id, product_id, warehouse_id)
);

create index stock_movements_newest on stock_movements (merchant_id, created_at desc, id desc);

create index stock_movements_by_product on stock_movements (merchant_id, product_id, created_at desc, id desc);

create index stock_movements_by_source on stock_movements (merchant_id, source_id) where source_id is not null;

alter table stock_movements enable row level security;

alter table stock_movements force row level security;

create policy own_merchant on stock_movements using (merchant_id = (select nullif(current_setting('app.merchant_id', true), '')::uuid));

-- A ledger is only ever added to, by anybody.
revoke update, delete, truncate on stock_movements from current_user;
