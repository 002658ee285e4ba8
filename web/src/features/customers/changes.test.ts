import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changesOf } from './changes.ts';

const before = { name: 'Siti', phone: '+6281', email: null, address: '3 Elm Street' };
const same = { name: ' Siti ', phone: '+6281', email: '', address: '3 Elm Street' };

test('names only the fields that were changed, and empties a field with null', () => {
  assert.deepEqual(changesOf(before, same), {});
  assert.deepEqual(changesOf(before, { ...same, phone: ' ', email: 'siti@example.com', address: 'Oak' }), {
    phone: null,
    email: 'siti@example.com',
    address: 'Oak',
  });
});

test('leaves it to the service to reject an empty name', () => {
  assert.deepEqual(changesOf(before, { ...same, name: '' }), { name: '' });
});
