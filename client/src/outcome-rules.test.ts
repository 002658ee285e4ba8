import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deniedApproval, expiredApproval, unknownApproval, usedApproval } from '../../server/src/core/approvals.ts';
import { mayBeFound, outcomeAfter } from './outcome-rules.ts';

const outcomes = (before: 'refused' | 'unknown', failures: readonly [number, string][]) =>
  failures.map(([status, code]) => outcomeAfter(before, { status, code }));

test('a lost response, a timeout and a server error leave the outcome unknown', () => {
  const lost: [number, string][] = [
    [0, 'NO_ANSWER'],
    [408, 'UNREADABLE_ANSWER'],
    [408, 'REQUEST_TIMEOUT'],
    [500, 'INTERNAL_ERROR'],
    [502, 'UNREADABLE_ANSWER'],
    [503, 'UNAVAILABLE'],
    [404, 'UNREADABLE_ANSWER'],
  ];
  assert.deepEqual(new Set(outcomes('refused', lost)), new Set(['unknown']));
  assert.deepEqual(new Set(outcomes('unknown', lost)), new Set(['unknown']));
});

test('a rejection by the service is definite, also after a lost response', () => {
  const refusals: [number, string][] = [
    [400, 'MALFORMED_REQUEST'],
    [404, 'NOT_FOUND'],
    [413, 'UNREADABLE_ANSWER'],
    [422, 'VALIDATION_ERROR'],
    [422, 'INSUFFICIENT_STOCK'],
  ];
  assert.deepEqual(new Set(outcomes('refused', refusals)), new Set(['refused']));
  assert.deepEqual(new Set(outcomes('unknown', refusals)), new Set(['refused']));
});

test('a response from before the key check says nothing about an earlier try', () => {
  const early: [number, string][] = [
    [401, 'UNAUTHENTICATED'],
    [403, 'FORBIDDEN'],
    [425, 'TOO_EARLY'],
    [429, 'RATE_LIMITED'],
    [422, 'IDEMPOTENCY_CONFLICT'],
  ];
  assert.deepEqual(new Set(outcomes('refused', early)), new Set(['refused']));
  assert.deepEqual(new Set(outcomes('unknown', early)), new Set(['unknown']));
});

test('a request without the approval that it needs was not carried out earlier either', () => {
  const outcomeOf = (code: string, message: string) =>
    outcomeAfter('unknown', { status: 403, code, details: [{ field: 'approval', message }] });
  assert.equal(outcomeOf('APPROVAL_REQUIRED', 'is needed for the action discount'), 'refused');
  assert.equal(outcomeOf('APPROVAL_INVALID', deniedApproval), 'refused');
  assert.equal(outcomeOf('APPROVAL_INVALID', expiredApproval), 'refused');
  // An earlier try may have used it, or another user sends the request again.
  assert.equal(outcomeOf('APPROVAL_INVALID', usedApproval), 'unknown');
  assert.equal(outcomeOf('APPROVAL_INVALID', unknownApproval), 'unknown');
});

test('a used id says nothing about an earlier try, and another duplicate does', () => {
  const duplicate = (field: string) => ({ status: 422, code: 'DUPLICATE', details: [{ field, message: 'is taken' }] });
  assert.deepEqual(
    (['refused', 'unknown'] as const).map((before) => outcomeAfter(before, duplicate('id'))),
    ['refused', 'unknown'],
  );
  assert.equal(outcomeAfter('unknown', duplicate('sku')), 'refused');
});

test('a sale may be found after the key, the id or the approval of another user', () => {
  const failed = (code: string, field = 'id') => ({ status: 422, code, details: [{ field, message: 'is taken' }] });
  assert.ok(mayBeFound(failed('IDEMPOTENCY_CONFLICT')));
  assert.ok(mayBeFound(failed('APPROVAL_INVALID')));
  assert.ok(mayBeFound(failed('DUPLICATE')));
  assert.ok(!mayBeFound(failed('DUPLICATE', 'sku')));
  assert.ok(!mayBeFound(failed('INSUFFICIENT_STOCK')));
});
