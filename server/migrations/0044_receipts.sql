-- When the receipt of a sale was first read: each reading after that is a copy.
alter table sales add column receipt_read_at timestamptz;
