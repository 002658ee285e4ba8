import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timezoneOf } from './timezone-of.ts';

test('a branch has its own time zone, or that of the merchant, as a branch that is gone', () => {
  const branches = [
    { id: 'main', timezone: null },
    { id: 'lima', timezone: 'America/Lima' },
  ];
  const shop = { merchant: { timezone: 'Europe/Zurich' }, branches };
  assert.equal(timezoneOf(shop, 'lima'), 'America/Lima');
  assert.equal(timezoneOf(shop, 'main'), 'Europe/Zurich');
  assert.equal(timezoneOf(shop, 'gone'), 'Europe/Zurich');
});
