import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError, detailsAtMost, invalidInput, tooMany, ValidationErrors } from './errors.ts';

const details = (count: number) => Array.from({ length: count }, (_, at) => ({ field: `f${at}`, message: 'is wrong' }));

test('an error has its first hundred details, and the number of the others', () => {
  const counts = (error: AppError) => [error.details.length, error.more_details];
  assert.deepEqual(counts(invalidInput(details(100))), [100, 0]);
  assert.deepEqual(counts(invalidInput(details(101))), [100, 1]);
  assert.deepEqual(counts(invalidInput(details(103), 4)), [100, 7]);
  assert.deepEqual(invalidInput(details(103)).details, details(detailsAtMost));
});

test('an error without further details has none', () => {
  assert.equal(new AppError('NOT_FOUND', 'There is none').more_details, 0);
});

test('collects the first hundred details, and counts the others', () => {
  const errors = new ValidationErrors();
  errors.throwIfAny();
  const one = new ValidationErrors();
  one.add('name', 'is wrong');
  assert.throws(() => one.throwIfAny(), { code: 'VALIDATION_ERROR', more_details: 0 });
  for (const { field, message } of details(102)) errors.add(field, message);
  assert.deepEqual([errors.details, errors.more_details], [details(100), 2]);
  assert.throws(
    () => errors.throwIfAny(),
    (error) => error instanceof AppError && error.details.length === 100 && error.more_details === 2,
  );
});

test('a limit says the time to wait in words, rounded up, and in seconds', () => {
  const wordsOf = (seconds: number) => /; try again in (.+)$/.exec(tooMany('Too many', seconds).message)?.[1];
  assert.deepEqual([1, 2, 119, 120, 121, 7_199, 7_200, 86_401].map(wordsOf), [
    '1 second',
    '2 seconds',
    '119 seconds',
    '2 minutes',
    '3 minutes',
    '120 minutes',
    '2 hours',
    '25 hours',
  ]);
  const { code, retry_after_s, quota } = tooMany('Too many', 90, 'cooldown');
  assert.deepEqual([code, retry_after_s, quota], ['RATE_LIMITED', 90, 'cooldown']);
  assert.equal(tooMany('Too many', 90).quota, undefined);
});
