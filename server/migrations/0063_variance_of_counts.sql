-- What a count differed from the expected amounts at its time. Where a register is counted blind, the closing needs an approval for the largest: otherwise
-- counts could be repeated until the closing needs none. Null for counts from before.
alter table shift_counts add column variance bigint constraint shift_counts_variance check (variance >= 0);
