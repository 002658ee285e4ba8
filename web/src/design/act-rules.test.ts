import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAct, withoutAct } from './act-rules.ts';

test('an address may ask for an act that the page knows', () => {
  assert.deepEqual(readAct({ act: 'refund' }, ['refund', 'void']), { act: 'refund' });
  assert.deepEqual(readAct({ act: 'adjust', value: -12, search: 'mug' }, ['adjust']), { act: 'adjust', value: '-12' });
  assert.deepEqual(readAct({ act: 'delete', value: 'x' }, ['refund']), {});
  assert.deepEqual(readAct({ act: 7 }, ['refund']), {});
  assert.deepEqual(readAct({ value: '12' }, ['adjust']), {});
});

test('the other parts of an address stay after the act', () => {
  assert.deepEqual(withoutAct({ act: 'new', value: '1', search: 'mug' }), { search: 'mug' });
});
