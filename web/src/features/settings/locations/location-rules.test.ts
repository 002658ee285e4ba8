import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultFirst, warehouseFrom } from './location-rules.ts';

test('lists the default branch first, and the others in their order', () => {
  const branches = ['c', 'a', 'home', 'b'].map((id) => ({ id, is_default: id === 'home' }));
  assert.equal(
    defaultFirst(branches)
      .map(({ id }) => id)
      .join(' '),
    'home c a b',
  );
});

test('reads the fields of a warehouse, in its branch by default', () => {
  const read = (texts: Record<string, string>, is_default = false) =>
    warehouseFrom(texts, { before: { is_default }, own_branch_id: 'own' });
  assert.deepEqual(read({ name: ' Cellar ' }), { name: 'Cellar', branch_id: 'own', is_default: false });
  assert.deepEqual(read({ branch_id: 'b', is_default: 'on' }), { name: '', branch_id: 'b', is_default: true });
  assert.equal(read({ name: 'Cellar' }, true).is_default, true);
});
