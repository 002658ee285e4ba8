import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestHouse } from '../../../test/house.ts';

const token = 'a token for the watcher';
const open = await openTestHouse();
const guarded = await openTestHouse({ env: { METRICS_TOKEN: token } });

const read = async (house: typeof open, remoteAddress: string, headers = {}) =>
  (await house.app.inject({ url: '/metrics', remoteAddress, headers })).statusCode;

test('without a token only this machine reads them, and no proxy on it for others', async () => {
  assert.equal(await read(open, '127.0.0.1'), 200);
  assert.equal(await read(open, '::1'), 200);
  assert.equal(await read(open, '203.0.113.9'), 404);
  assert.equal(await read(open, '127.0.0.1', { 'x-forwarded-for': '203.0.113.9' }), 404);
  assert.equal(await read(open, '127.0.0.1', { forwarded: 'for=203.0.113.9' }), 404);
});

test('with a token whoever has it reads them, from anywhere', async () => {
  assert.equal(await read(guarded, '203.0.113.9', { authorization: `Bearer ${token}` }), 200);
  assert.equal(await read(guarded, '203.0.113.9', { authorization: `Bearer ${token}!` }), 404);
  assert.equal(await read(guarded, '127.0.0.1'), 404);
});
