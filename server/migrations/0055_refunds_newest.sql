-- The dashboard reads the refunds of a part of an hour, to compare today with an earlier day up to the same time.
create index refunds_newest on refunds (merchant_id, created_at);
