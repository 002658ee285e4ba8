import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeFailures } from '../openapi/introduction.ts';
import { signLinkOf } from './downloads.ts';
import { metaOf } from './paging.ts';

test('a link is valid for a day, to the second', () => {
  const file = {
    file: 'exports/m/f.csv',
    name: 'f.csv',
    member: 'ann',
    cdn_url: 'https://cdn.example',
    rights: { costs: false, branches: null },
  };
  const link = (from: string, secret = 's') => signLinkOf({ secret }, { ...file, from });
  const { download_url, expires_at } = link('2026-01-31T12:00:00.999Z');
  assert.equal(expires_at, '2026-02-01T12:00:00.000Z');
  const { origin, pathname, searchParams } = new URL(download_url);
  assert.equal(origin + pathname, 'https://cdn.example/exports/m/f.csv');
  const { signature, ...rest } = Object.fromEntries(searchParams);
  assert.deepEqual(rest, { name: 'f.csv', expires: String(Date.parse(expires_at) / 1_000), member: 'ann' });
  assert.match(String(signature), /^[\w-]{43}$/);
  assert.equal(link('2026-01-31T12:00:00.000Z').download_url, download_url);
  assert.notEqual(link('2026-01-31T12:00:01.000Z').download_url, download_url);
  assert.notEqual(link('2026-01-31T12:00:00.999Z', 'other').download_url, download_url);
});

test('a list has as many pages as its rows fill, the last one perhaps in part', () => {
  const pages = (total: number, limit: number) =>
    metaOf({ rows: [], total, next_cursor: null }, { page: 1, limit }).total_pages;
  assert.deepEqual([pages(0, 20), pages(1, 20), pages(20, 20), pages(21, 20), pages(200, 20)], [0, 1, 1, 2, 10]);
});

test('the description lists errors by their status', () => {
  const statuses = [...describeFailures().matchAll(/\| (\d{3}) \|/g)].map(([, status]) => Number(status));
  assert.ok(statuses.length > 10);
  assert.deepEqual(
    statuses,
    statuses.toSorted((one, other) => one - other),
  );
});
