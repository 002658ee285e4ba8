-- The search finds a saved barcode, too. A retail code is searched with 14 digits, so that it is found whatever its leading zeros: the UPC 012345678905 is
-- the EAN 0012345678905. `products_search` goes with the column, and is made again at the start (db/prepare-search.ts).
alter table products drop column search_text;

alter table products add column search_text text not null generated always as (
  lower(name || e'\n' || sku || case
    when barcode is null then ''
    when barcode ~ '^([0-9]{8}|[0-9]{12,14})$' then e'\n' || lpad(barcode, 14, '0')
    else e'\n' || barcode
  end)
) stored;
