import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cookieSessionOf, isCookieSession } from './cookie-session-rules.ts';

const tokenOf = (claims: object, at: number) =>
  `header.${Buffer.from(JSON.stringify({ ...claims, at })).toString('base64url')}.signature`;

test('a session in the cookie keeps its name with each token of its user, and has another one for another user', () => {
  const [first, later] = [1, 2].map((at) => cookieSessionOf(tokenOf({ sub: 'anna' }, at)));
  assert.equal(first, later);
  assert.notEqual(first, cookieSessionOf(tokenOf({ sub: 'cass' }, 1)));
  // Its characters 62 and 63 are written differently in a token.
  assert.equal(
    cookieSessionOf(tokenOf({ sub: '\u00ff\u00fe??>>' }, 3)),
    cookieSessionOf(tokenOf({ sub: '\u00ff\u00fe??>>' }, 4)),
  );
});

test('a session by PIN is not in the cookie', () => {
  assert.deepEqual([cookieSessionOf('no token'), 'pin 1'].map(isCookieSession), [true, false]);
});
