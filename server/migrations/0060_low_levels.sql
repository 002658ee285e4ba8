-- The reorder point of the level's product: null if it has none, is deleted, or its stock is not tracked.
alter table stock_levels add column reorder_point integer;

-- The owner of the tables runs this without a merchant: for him as well, rows are hidden while row security is forced.
alter table stock_levels no force row level security;

alter table products no force row level security;

update stock_levels l set reorder_point = p.min_stock
from products p
where p.merchant_id = l.merchant_id and p.id = l.product_id and p.track_stock and p.deleted_at is null and p.min_stock is not null;

alter table stock_levels force row level security;

alter table products force row level security;

alter table stock_levels add column is_low boolean not null
  generated always as (coalesce(on_hand - reserved <= reorder_point, false)) stored;

-- Only the low levels: a sale writes it when a level becomes low, and not with each change of the quantity.
create index stock_levels_low on stock_levels (merchant_id, product_id, warehouse_id) where is_low;
