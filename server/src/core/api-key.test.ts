import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { isApiKey, mintApiKey, readApiKey } from './api-key.ts';
import { newId } from './ids.ts';

const secret = 'a secret of the service, of 32 letters';
const merchant_id = newId();
const { key, key_hash } = mintApiKey(merchant_id, secret);

test('a key names its merchant, and is stored as its hash', () => {
  assert.match(key, /^tk_live_[\w-]{80}$/);
  assert.deepEqual(readApiKey(key, secret), { merchant_id, key_hash });
  assert.deepEqual(key_hash, createHash('sha256').update(key).digest());
  assert.notEqual(mintApiKey(merchant_id, secret).key, key);
  assert.ok(isApiKey(key) && !isApiKey('an access token'));
});

test('reads no key that this service has not issued', () => {
  const bytes = Buffer.from(key.slice('tk_live_'.length), 'base64url');
  const changed = (at: number) => {
    const copy = Buffer.from(bytes);
    copy[at] = (copy[at] ?? 0) ^ 1;
    return `tk_live_${copy.toString('base64url')}`;
  };
  // The first and last byte of the merchant, of the random part and of the code.
  for (const at of [0, 15, 16, 47, 48, 59]) assert.equal(readApiKey(changed(at), secret), undefined, `byte ${at}`);
  for (const wrong of [
    '',
    'tk_live_',
    key.slice(0, -1),
    `${key}A`,
    `${key}=`,
    `${key} `,
    key.replace('tk_live_', 'tk_test_'),
    key.slice('tk_live_'.length),
    `tk_live_${bytes.subarray(0, -1).toString('base64url')}`,
    `tk_live_${Buffer.concat([bytes, Buffer.alloc(1)]).toString('base64url')}`,
  ])
    assert.equal(readApiKey(wrong, secret), undefined, wrong);
  assert.equal(readApiKey(key, `${secret}.`), undefined, 'of another service');
});
