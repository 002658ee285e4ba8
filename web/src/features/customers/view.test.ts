import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changesOf } from './changes.ts';
import { customerSorts, readView } from './view.ts';

test('reads the filters of its address, and ignores others', () => {
  assert.deepEqual(customerSorts, ['-created_at', '-lifetime_value', '-points']);
  for (const sort of customerSorts) assert.deepEqual(readView({ search: 'ana', sort }), { search: 'ana', sort });
  // The router parses a phone number as a number.
  assert.deepEqual(readView({ search: 620_001 }), { search: '620001' });
  assert.deepEqual(readView({ search: '', sort: 'name' }), {});
});

test('sends only the fields that were changed, and null for an emptied one', () => {
  const before = { name: 'Ana', phone: '1', email: null, address: 'Here' };
  const texts = { name: 'Ana', phone: '1', email: '', address: 'Here' };
  assert.deepEqual(changesOf(before, texts), {});
  assert.deepEqual(changesOf(before, { ...texts, name: ' Ana ', phone: ' 2 ', address: ' ' }), {
    phone: '2',
    address: null,
  });
  // The service rejects a name without text, and says so.
  assert.deepEqual(changesOf(before, { ...texts, name: '' }), { name: '' });
  assert.deepEqual(changesOf(before, { name: 'Ana' }), { phone: null, address: null });
});
