-- What a point is worth when it is spent, in millionths of a major unit; 0: points are not taken.
alter table merchants add column point_value_ppm bigint not null default 0 constraint merchants_point_value check (point_value_ppm between 0 and 1000000000000);

-- Points that paid for it: the sum over its payments.
alter table sales add column points_redeemed bigint not null default 0 constraint sales_points_redeemed check (points_redeemed >= 0);

alter table sale_payments add column points bigint not null default 0 constraint sale_payments_points check (points >= 0);

-- Points spent on the sale that came back by this refund.
alter table refunds add column points_returned bigint not null default 0 constraint refunds_points_returned check (points_returned >= 0);

-- What of the amount went back as these points; the rest went back by payment_method.
alter table refunds add column points_amount bigint not null default 0 constraint refunds_points_amount check (points_amount between 0 and amount);

alter table points_entries drop constraint points_entries_type;

alter table points_entries add constraint points_entries_type check (type in ('earned', 'reversed', 'redeemed', 'returned', 'corrected'));

-- A deleted customer whose personal data was removed.
alter table customers add column erased_at timestamptz;

-- Facts stay as they are; the words people wrote beside them may name somebody, and can be taken out.
grant update (reason) on points_entries to current_user;

grant update (reference) on sale_payments to current_user;

grant update (reason) on refunds to current_user;

grant update (reason) on stock_movements to current_user;
