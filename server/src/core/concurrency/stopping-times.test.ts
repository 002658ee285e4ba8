import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serviceStopsWithin_ms, workerStopsWithin_ms } from './stopping-times.ts';

test('the time limit for a process exceeds the limits for requests and the database', () => {
  for (const request_stop_s of [1, 10, 120, 3_600])
    for (const database_stop_s of [1, 60, 3_600]) {
      const settings = { request_stop_s, database_stop_s };
      assert.ok(workerStopsWithin_ms(settings) > 1_000 * request_stop_s);
      assert.ok(serviceStopsWithin_ms(settings) > workerStopsWithin_ms(settings) + 1_000 * database_stop_s);
      assert.ok(serviceStopsWithin_ms(settings) < 1_000 * (request_stop_s + database_stop_s + 30));
    }
});
