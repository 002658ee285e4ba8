import assert from 'node:assert/strict';
import { test } from 'node:test';
import { approvalStates, readView } from './view.ts';

test('reads the filters of its address, and ignores others', () => {
  for (const state of approvalStates) assert.deepEqual(readView({ state }), { state });
  assert.deepEqual(readView({ state: 'denied', mine: true }), { state: 'denied', mine: true });
  assert.deepEqual(readView({ state: 'lost', mine: false, page: 2 }), {});
  assert.deepEqual(readView({ state: 1, mine: 'yes' }), {});
});
