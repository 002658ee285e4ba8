-- The smallest cash amount, in minor units: cash dues are rounded half up to a multiple. None: cash is not rounded.
alter table merchants add column cash_rounding bigint;

alter table merchants add constraint merchants_cash_rounding check (cash_rounding > 0);

-- What rounding added to the cash part of the payments: they are equal to total + rounding.
alter table sales add column rounding bigint not null default 0;

-- What rounding added to the money that the refund paid out: amount - points_amount + rounding.
alter table refunds add column rounding bigint not null default 0;

alter table refunds add constraint refunds_paid check (amount - points_amount + rounding >= 0);
