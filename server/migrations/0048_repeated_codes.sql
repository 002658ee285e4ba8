-- A sign-in whose response was lost is sent again with the same idempotency key, and the same code.
alter table totp_factors add column last_key_hash bytea;

alter table recovery_codes add column used_key_hash bytea;
