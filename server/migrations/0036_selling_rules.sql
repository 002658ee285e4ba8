-- How far each role that sells may go where it may not change prices: a discount in parts per million of the list price, …
alter table merchants add column owner_max_discount_ppm integer not null default 1000000
  constraint merchants_owner_max_discount check (owner_max_discount_ppm between 0 and 1000000);

alter table merchants add column manager_max_discount_ppm integer not null default 1000000
  constraint merchants_manager_max_discount check (manager_max_discount_ppm between 0 and 1000000);

alter table merchants add column cashier_max_discount_ppm integer not null default 200000
  constraint merchants_cashier_max_discount check (cashier_max_discount_ppm between 0 and 1000000);

-- … and how many days back it may date a sale.
alter table merchants add column owner_max_backdate_days smallint not null default 90
  constraint merchants_owner_max_backdate check (owner_max_backdate_days between 0 and 90);

alter table merchants add column manager_max_backdate_days smallint not null default 90
  constraint merchants_manager_max_backdate check (manager_max_backdate_days between 0 and 90);

alter table merchants add column cashier_max_backdate_days smallint not null default 7
  constraint merchants_cashier_max_backdate check (cashier_max_backdate_days between 0 and 90);

-- Whether a cashier gives money back only by a method that the sale was paid with.
alter table merchants add column refund_to_original_method boolean not null default true;
