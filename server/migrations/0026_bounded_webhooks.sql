-- Whether whoever has the address takes our messages: a signed one was answered with 2xx. Before that nothing is sent there twice.
alter table webhook_endpoints add column verified_at timestamptz;

-- The last replay: when it was asked for, and the last event that it sends again.
alter table webhook_endpoints add column replayed_at timestamptz;

alter table webhook_endpoints add column replayed_through bigint;

-- Those that took a delivery before. The rows of all merchants are changed at once, which their owner may do while row security is not forced.
alter table webhook_endpoints no force row level security;

alter table webhook_deliveries no force row level security;

update webhook_endpoints e set verified_at = now()
where exists (select from webhook_deliveries d where d.merchant_id = e.merchant_id and d.endpoint_id = e.id and d.state = 'succeeded');

alter table webhook_deliveries force row level security;

alter table webhook_endpoints force row level security;
