import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jobStates, readJobsView } from './view.ts';

test('reads the state of its address, and ignores others', () => {
  assert.equal(jobStates.join(' '), 'created active retry completed failed cancelled');
  for (const state of jobStates) assert.deepEqual(readJobsView({ state, more: 1 }), { state });
  for (const state of ['done', '', 5, undefined]) assert.deepEqual(readJobsView({ state }), {});
});
