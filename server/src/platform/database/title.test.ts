import assert from 'node:assert/strict';
import { test } from 'node:test';
import { titleOf } from './title.ts';

test('names a statement by its operation and its table', () => {
  const titles: [string, string][] = [
    ['select "p"."id" from "products" as "p" where "p"."merchant_id" = $1', 'select products'],
    ['select s.id from sessions s join users u on u.id = s.user_id', 'select sessions +1'],
    [
      ' insert into rate_windows as w (key) values ($1) on conflict (key) do update set hits = 1 returning hits',
      'insert rate_windows',
    ],
    ['update sales set status = $1 where id = $2', 'update sales'],
    ['delete from webhook_deliveries where created_at < $1', 'delete webhook_deliveries'],
    ['select points from customers where id = any($1) order by id for no key update', 'lock customers'],
    ['select id from stock_levels l for update of l skip locked', 'lock stock_levels'],
    [
      'with "w0" as (insert into sales (id) select * from unnest($1::uuid[]) returning 1), w1 as (update stock_levels l set on_hand = 1 from unnest($2::int[]) as u (n) returning 1) select (select count(*) from w0)',
      'insert sales +1',
    ],
    [
      'with told as materialized (select 1 from idempotency_keys) select * from told t join idempotency_keys k on true',
      'select idempotency_keys',
    ],
    [
      "select coalesce(json_agg(r), '[]') from (select t.* from (select key from idempotency_keys) t) r",
      'select idempotency_keys',
    ],
    ['select name from pgboss.job', 'select pgboss.job'],
    ['select extract(epoch from started_at) from rate_windows where a is distinct from b', 'select rate_windows'],
    ["select set_config('app.merchant_id', $1, false)", 'select'],
    ['begin; set local plan_cache_mode = force_generic_plan', 'begin'],
    ['commit', 'commit'],
    ['UPDATE sales SET status = $1', 'update sales'],
    ['COMMIT', 'commit'],
    ['', 'statement'],
  ];
  for (const [text, title] of titles) assert.equal(titleOf(text), title, text);
});

test('ignores quoted text', () => {
  assert.equal(
    titleOf(`select 'it''s from secrets' from branches where note = 'delete from customers'`),
    'select branches',
  );
});
