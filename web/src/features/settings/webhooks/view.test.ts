import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deliveryStates, readWebhookView } from './view.ts';

test('reads the state of its address, and ignores others', () => {
  assert.equal(deliveryStates.join(' '), 'pending succeeded failed');
  for (const state of deliveryStates) assert.deepEqual(readWebhookView({ state, more: 1 }), { state });
  for (const state of ['done', '', 5, undefined]) assert.deepEqual(readWebhookView({ state }), {});
});
