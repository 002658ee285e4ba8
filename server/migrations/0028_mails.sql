-- Mail on its way out, written in the transaction of what it tells. Of people as well as of merchants, so without row security.
create table mails (
  id uuid primary key,
  -- Whose it is, where a merchant had it sent.
  merchant_id uuid,
  kind text not null,
  -- Recipient and text, encrypted with the service's key: it holds a link that gives access. Null once it is sent or given up.
  sealed bytea,
  state text not null constraint mails_state check (state in ('waiting', 'sent', 'failed')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  -- After this the link in it is of no use.
  expires_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  error text,
  created_at timestamptz not null
);

create index mails_waiting on mails (next_attempt_at) where state = 'waiting';

create index mails_by_merchant on mails (merchant_id, created_at);

create index mails_by_end on mails (finished_at) where finished_at is not null;
