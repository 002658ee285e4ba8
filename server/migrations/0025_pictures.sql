-- Pictures that a merchant stored here, by their key in the storage.
create table pictures (
  merchant_id uuid not null constraint pictures_merchant references merchants (id),
  key text not null,
  -- Of its file; 0 where it is not known yet.
  bytes bigint not null,
  state text not null,
  changed_at timestamptz not null,
  primary key (merchant_id, key),
  constraint pictures_bytes check (bytes >= 0),
  -- uploaded: no product has it yet; unused: no product has it any more; removing: its file is on its way out.
  constraint pictures_state check (state in ('uploaded', 'used', 'unused', 'removing'))
);

create index pictures_not_used on pictures (merchant_id, changed_at) where state <> 'used';

alter table pictures enable row level security;

alter table pictures force row level security;

create policy own_merchant on pictures using (merchant_id = (select nullif(current_setting('app.merchant_id', true), '')::uuid));

-- Addresses of our own pictures become their keys: rendered when they are shown, they are right under every name of the service. The rows of all
-- merchants are changed at once, which the owner of the table may do while row security is not forced.
alter table products no force row level security;

update products p
set images = array(
  select regexp_replace(i.address, '^https?://[^?#]*/(images/' || p.merchant_id || '/[A-Za-z0-9_-]+\.(?:png|jpg|webp))$', '\1')
  from unnest(p.images) with ordinality as i (address, place) order by i.place
)
where exists (select from unnest(p.images) as i (address) where i.address like 'http%/images/' || p.merchant_id || '/%');

alter table pictures no force row level security;

insert into pictures (merchant_id, key, bytes, state, changed_at)
select p.merchant_id, i.key, 0, case when bool_or(p.deleted_at is null) then 'used' else 'unused' end, now()
from products p cross join lateral unnest(p.images) as i (key)
where i.key like 'images/' || p.merchant_id || '/%'
group by p.merchant_id, i.key;

alter table products force row level security;

alter table pictures force row level security;
