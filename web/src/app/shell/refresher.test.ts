import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRefresher } from './refresher.ts';

test('refreshes what several events made stale together, each kind once', ({ mock }) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const refreshed: string[][] = [];
  const refresher = createRefresher((kinds) => refreshed.push([...kinds]));
  refresher.add(['sales', 'stock']);
  refresher.add(['stock', 'products']);
  assert.deepEqual(refreshed, []);
  mock.timers.tick(250);
  assert.deepEqual(refreshed, [['sales', 'stock', 'products']]);
  mock.timers.tick(60_000);
  assert.equal(refreshed.length, 1);
});

test('an event that changes nothing on any page refreshes nothing and delays no refresh', ({ mock }) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const refreshed: string[][] = [];
  const refresher = createRefresher((kinds) => refreshed.push([...kinds]));
  refresher.add([]);
  mock.timers.tick(60_000);
  refresher.add(['sales']);
  mock.timers.tick(250);
  assert.deepEqual(refreshed, [['sales']]);
});

test('the next refresh comes five seconds after the one before, and at once if that was longer ago', ({ mock }) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const now = mock.method(performance, 'now', () => 1_000);
  const refreshed: string[][] = [];
  const refresher = createRefresher((kinds) => refreshed.push([...kinds]));
  refresher.add(['sales']);
  mock.timers.tick(250);
  now.mock.mockImplementation(() => 2_000);
  refresher.add(['stock']);
  mock.timers.tick(3_999);
  assert.equal(refreshed.length, 1);
  mock.timers.tick(1);
  assert.deepEqual(refreshed, [['sales'], ['stock']]);
  now.mock.mockImplementation(() => 7_000);
  refresher.add(['sales']);
  mock.timers.tick(250);
  assert.equal(refreshed.length, 3);
});

test('refreshes nothing after it was stopped', ({ mock }) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const refreshed: string[][] = [];
  const refresher = createRefresher((kinds) => refreshed.push([...kinds]));
  refresher.add(['sales']);
  refresher.stop();
  mock.timers.tick(60_000);
  assert.deepEqual(refreshed, []);
});
