import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashOfRecoveryCode, newTotpSecret, siteOf, stepOfCode } from './totp-rules.ts';

test('passkeys need https, except on localhost', () => {
  const sites: [public_url: string | undefined, host: string, origin: string | undefined][] = [
    ['https://till.example', 'inside:3000', 'https://till.example'],
    ['https://till.example:8443/x', 'localhost', 'https://till.example:8443'],
    ['http://till.example', 'inside:3000', undefined],
    ['http://localhost:3000', 'inside', 'http://localhost:3000'],
    [undefined, 'localhost:3000', 'http://localhost:3000'],
    [undefined, 'till.example', undefined],
    [undefined, '[', undefined],
  ];
  for (const [public_url, host, origin] of sites) {
    const expected = origin === undefined ? undefined : { rp_id: new URL(origin).hostname, origin };
    assert.deepEqual(siteOf(public_url, host), expected, `${public_url} ${host}`);
  }
});

test('a code belongs to its time step, however it is spaced', () => {
  // The secret and a code of RFC 6238, with its last six digits.
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  const at = (seconds: number) => new Date(seconds * 1_000).toISOString();
  for (const code of ['287082', ' 287 082 ']) assert.equal(stepOfCode(secret, code, at(59)), 1);
  const accepted = [0, 29, 30, 59, 60, 89, 90].map((seconds) => stepOfCode(secret, '287082', at(seconds)));
  assert.deepEqual(accepted, [1, 1, 1, 1, 1, 1, undefined]);
  for (const code of ['', '28708', '94287082', '287o82']) assert.equal(stepOfCode(secret, code, at(59)), undefined);
});

test('each secret has 160 bits', () => {
  assert.match(newTotpSecret(), /^[A-Z2-7]{32}$/);
});

test('the spelling of a recovery code does not matter, its characters do', () => {
  const hash = hashOfRecoveryCode('k7m2-9xqp-v4nd-t8we');
  assert.deepEqual(hashOfRecoveryCode(' K7M2 9XQP-V4ND T8WE'), hash);
  assert.notDeepEqual(hashOfRecoveryCode('k7m2-9xqp-v4nd-t8wf'), hash);
});
