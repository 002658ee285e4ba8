-- Whose request it was: a repeat by another person or API key is a conflict. Null where nobody was signed in, and in rows from before.
alter table idempotency_keys add column actor_id text;

-- The branches that this person was limited to at that time; null for all of the merchant's. A person who may see fewer now gets no replay.
alter table idempotency_keys add column branch_ids uuid[];
