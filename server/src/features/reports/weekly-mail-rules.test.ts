import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dueWeek, lastWeek, weeksOf } from './weekly-mail-rules.ts';

test('a week is due on Monday at seven on the clock of the shop, and on the days after it', () => {
  // 06:59, 07:00 and 23:59 on Monday in Jakarta, then Sunday.
  const at = ['2026-03-08T23:59:00Z', '2026-03-09T00:00:00Z', '2026-03-09T16:59:00Z', '2026-03-15T16:59:00Z'];
  assert.deepEqual(
    at.map((now) => dueWeek(now, 'Asia/Jakarta')),
    ['2026-02-23', '2026-03-02', '2026-03-02', '2026-03-02'],
  );
  assert.equal(dueWeek('2026-03-09T00:00:00Z', 'Pacific/Honolulu'), '2026-02-23', 'it is Sunday there');
  assert.equal(lastWeek('2026-03-08T23:59:00Z', 'Asia/Jakarta'), '2026-03-02');
});

test('a week is from Monday to Sunday, and is compared with the week before', () => {
  assert.deepEqual(weeksOf('2026-03-02'), {
    week: { start_date: '2026-03-02', end_date: '2026-03-08' },
    before: { start_date: '2026-02-23', end_date: '2026-03-01' },
  });
});
