-- The zone in which business_day and business_hour were cut. Null for sales from before: their branch's present zone counts, where it gives the same day and hour.
alter table sales add column timezone text;
