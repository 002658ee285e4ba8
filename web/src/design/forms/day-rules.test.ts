import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boundBeyond, dayPattern, readTypedDay, stepOf, writeDay } from './day-rules.ts';

test('writes a day as the language does, and reads it back', () => {
  for (const [tag, text] of [
    ['en', '03/02/2026'],
    ['id', '02/03/2026'],
    ['de', '02.03.2026'],
  ] as const) {
    assert.equal(writeDay('2026-03-02', tag), text);
    assert.equal(readTypedDay(text, tag), '2026-03-02');
  }
});

test('reads short and ISO forms, with any separators, and no date that does not exist', () => {
  assert.equal(readTypedDay('2.3.2026', 'de'), '2026-03-02');
  assert.equal(readTypedDay(' 2 - 3 - 2026 ', 'id'), '2026-03-02');
  assert.equal(readTypedDay('(2.3.2026)', 'de'), '2026-03-02');
  assert.equal(readTypedDay('2026-03-02', 'de'), '2026-03-02');
  for (const text of ['', '2.3', '2.3.26', '30.2.2026', '2.13.2026', '1.2.3.2026', 'today'])
    assert.equal(readTypedDay(text, 'de'), undefined, text);
});

test('names the bound that a day is beyond, and steps within the bounds', () => {
  const bounds = { earliest: '2026-03-02', latest: '2026-03-03' };
  assert.deepEqual(
    ['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04'].map((day) => boundBeyond(day, bounds)),
    ['earliest', undefined, undefined, 'latest'],
  );
  assert.equal(stepOf('ArrowUp', '2026-03-02', bounds), '2026-03-03');
  assert.equal(stepOf('ArrowUp', '2026-03-03', bounds), undefined);
  assert.equal(stepOf('ArrowDown', '2026-03-01', {}), '2026-02-28');
  assert.equal(stepOf('Enter', '2026-03-01', {}), undefined);
});

test('shows how a day is typed in the language', () => {
  assert.equal(dayPattern('en-US', { year: 'YYYY', month: 'MM', day: 'DD' }), 'MM/DD/YYYY');
  assert.equal(dayPattern('de', { year: 'JJJJ', month: 'MM', day: 'TT' }), 'TT.MM.JJJJ');
});
