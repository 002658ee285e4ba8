-- The roll-ups by product have the other figures of their lines as well. Their gross sales are revenue + discounts + refunds.
alter table sales_rollups_by_product add column discounts bigint not null default 0;

alter table sales_rollups_by_product add column refunds bigint not null default 0;

-- Net of refunded tax.
alter table sales_rollups_by_product add column tax bigint not null default 0;

-- The owner of the tables runs this without a merchant: for him as well, rows are hidden while row security is forced.
alter table sales_rollups_by_product no force row level security;

alter table sales no force row level security;

alter table sale_lines no force row level security;

alter table refunds no force row level security;

alter table refund_lines no force row level security;

update sales_rollups_by_product t
set discounts = c.discounts, refunds = c.refunds, tax = c.tax
from (
  select merchant_id, branch_id, day, product_id, sum(discounts) as discounts, sum(refunds) as refunds, sum(tax) as tax
  from (
    select s.merchant_id, s.branch_id, s.business_day as day, i.product_id, i.line_discount + i.sale_discount as discounts, 0 as refunds, i.tax
    from sales s join sale_lines i on i.merchant_id = s.merchant_id and i.sale_id = s.id
    where s.status in ('completed', 'partially_refunded', 'refunded') and i.product_id is not null
    union all
    select r.merchant_id, s.branch_id, r.business_day, l.product_id, 0, l.amount, -l.tax
    from refunds r
    join sales s on s.merchant_id = r.merchant_id and s.id = r.sale_id
    join refund_lines l on l.merchant_id = r.merchant_id and l.refund_id = r.id
    where l.product_id is not null
  ) events group by 1, 2, 3, 4
) c
where t.merchant_id = c.merchant_id and t.branch_id = c.branch_id and t.day = c.day and t.product_id = c.product_id
  and (c.discounts <> 0 or c.refunds <> 0 or c.tax <> 0);

alter table sales_rollups_by_product force row level security;

alter table sales force row level security;

alter table sale_lines force row level security;

alter table refunds force row level security;

alter table refund_lines force row level security;

-- For reports of the refunds of some days.
create index refunds_by_day on refunds (merchant_id, business_day);
