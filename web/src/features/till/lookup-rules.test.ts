import assert from 'node:assert/strict';
import { test } from 'node:test';
import { found, mug, scanned, tea } from '../../../../test/pages/till-events.ts';
import { linesToLookUp, lookupId } from './lookup-rules.ts';
import { emptyTill, nextTill, type TillEvent, type TillState } from './till-state.ts';

/** The lookups that each event begins and ends. */
function createLookups() {
  const started = new Map<string, true>();
  let state: TillState = emptyTill;
  return (event: TillEvent) => {
    state = nextTill(state, event);
    const { begun, over } = linesToLookUp(state.cart.lines, started);
    for (const id of over) started.delete(id);
    for (const line of begun) started.set(lookupId(line), true);
    return [begun.map(lookupId), over];
  };
}

test('looks up each line once, until it is known', () => {
  const after = createLookups();
  assert.deepEqual(after(scanned('123')), [['1 123'], []]);
  assert.deepEqual(after(scanned('123')), [[], []]);
  assert.deepEqual(after(found('1', mug)), [[], ['1 123']]);
});

test('looks up a line again that failed, or that was removed and restored', () => {
  const after = createLookups();
  after(scanned('123'));
  assert.deepEqual(after({ type: 'lookupFailed', key: '1' }), [[], ['1 123']]);
  assert.deepEqual(after({ type: 'lookupRetried', key: '1' }), [['1 123'], []]);
  assert.deepEqual(after({ type: 'removed', key: '1' }), [[], ['1 123']]);
  assert.deepEqual(after({ type: 'removalUndone' }), [['1 123'], []]);
});

test('looks up a line of another tab that has the key of another code', () => {
  const after = createLookups();
  after(scanned('123'));
  const other = nextTill(emptyTill, scanned('456'));
  assert.deepEqual(after({ type: 'synced', state: other }), [['1 456'], ['1 123']]);
  assert.deepEqual(after(found('1', tea)), [[], ['1 456']]);
});
