-- What names are sorted by: without case and without accents, so that "anna" stands before "Zoe" and "Änne" beside "Anne". A column of its own, compared
-- byte by byte: it is the same with every locale and every ICU version, so that no index breaks when the server's libraries change. At most 100 letters:
-- a letter can decompose into several, and an index row has a bound.
alter table customers add column sort_name text collate "C" not null generated always as (
  left(lower(replace(replace(replace(translate(regexp_replace(normalize(name, nfkd), '[\u0300-\u036f]', '', 'g'),
    'ØøŁłĐđı', 'OoLlDdi'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe')), 100)
) stored;

alter table products add column sort_name text collate "C" not null generated always as (
  left(lower(replace(replace(replace(translate(regexp_replace(normalize(name, nfkd), '[\u0300-\u036f]', '', 'g'),
    'ØøŁłĐđı', 'OoLlDdi'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe')), 100)
) stored;

alter table categories add column sort_name text collate "C" not null generated always as (
  left(lower(replace(replace(replace(translate(regexp_replace(normalize(name, nfkd), '[\u0300-\u036f]', '', 'g'),
    'ØøŁłĐđı', 'OoLlDdi'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe')), 100)
) stored;

create index customers_by_name on customers (merchant_id, sort_name, id) where deleted_at is null;

drop index products_by_name;

create index products_by_name on products (merchant_id, sort_name, id) where deleted_at is null and parent_id is null;

create index categories_by_name on categories (merchant_id, sort_name, id);
