-- How long the next attempt at an account has to wait, all addresses together. Losing it in a crash costs nothing, so it is not logged.
create unlogged table sign_in_delays (
  key text primary key,
  failures integer not null,
  last_at timestamptz not null,
  next_at timestamptz not null
);
