-- What a parked sale is called.
alter table sales add column label text constraint sales_label_length check (length(label) <= 100);

-- A discount that was asked for as a percentage, in parts per million.
alter table sales add column discount_ppm integer;

alter table sale_lines add column discount_ppm integer;

-- A custom item has neither product nor SKU.
alter table sale_lines alter column product_id drop not null;

alter table sale_lines alter column sku drop not null;

alter table sale_lines add constraint sale_lines_custom check ((product_id is null) = (sku is null) and (product_id is not null or not track_stock));

alter table refund_lines alter column product_id drop not null;

alter table merchants add column allow_custom_items boolean not null default false;

-- The lines of a parked sale are replaced. Their deletion looks for refunds of them, and locks what it finds: for that the right to update a column is needed.
grant update (merchant_id) on refund_lines to current_user;
