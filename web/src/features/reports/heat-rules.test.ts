import assert from 'node:assert/strict';
import { test } from 'node:test';
import { heatMapOf } from './heat-rules.ts';

test('shows seven days from the first to the last hour with a value', () => {
  const { hours, weekdays } = heatMapOf([
    { weekday: 1, hour: 9, value: 10 },
    { weekday: 7, hour: 12, value: 50 },
    { weekday: 3, hour: 23, value: 0 },
  ]);
  assert.deepEqual(hours, [9, 10, 11, 12]);
  assert.deepEqual(
    weekdays.map(({ weekday }) => weekday),
    [1, 2, 3, 4, 5, 6, 7],
  );
  assert.deepEqual(weekdays[0]?.cells[0], { weekday: 1, hour: 9, value: 10, strength: 1 });
  assert.deepEqual(weekdays[6]?.cells[3], { weekday: 7, hour: 12, value: 50, strength: 5 });
  assert.deepEqual(weekdays[1]?.cells[0], { weekday: 2, hour: 9, value: 0, strength: 0 });
});

test('an hour of refunds has no strength, and without values there is no map', () => {
  const { weekdays } = heatMapOf([
    { weekday: 2, hour: 9, value: -10 },
    { weekday: 2, hour: 10, value: 0.01 },
  ]);
  assert.deepEqual(
    weekdays[1]?.cells.map(({ strength }) => strength),
    [0, 5],
  );
  assert.deepEqual(heatMapOf([]), { hours: [], weekdays: [] });
  assert.deepEqual(heatMapOf([{ weekday: 2, hour: 9, value: -10 }]).weekdays[1]?.cells[0]?.strength, 0);
});
