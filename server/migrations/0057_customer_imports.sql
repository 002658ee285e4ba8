-- What an import brings in.
alter table imports add column kind text not null default 'products' constraint imports_kind check (kind in ('products', 'customers'));

-- An import finds customers by their e-mail or phone.
create index customers_by_email on customers (merchant_id, lower(email)) where deleted_at is null and email is not null;

create index customers_by_phone on customers (merchant_id, phone) where deleted_at is null and phone is not null;
