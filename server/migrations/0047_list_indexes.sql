-- Lists in these orders, and of these states, read one page from an index. Most sales are completed: their list reads `sales_newest`.
create index sales_by_status on sales (merchant_id, status, occurred_at desc, id desc) where status <> 'completed';

create index products_by_price on products (merchant_id, price, id) where deleted_at is null and parent_id is null;

create index products_by_sku on products (merchant_id, sku, id) where deleted_at is null and parent_id is null;
