import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultFirst, mayAddBranch, mayEditBranch, warehouseFrom } from './location-rules.ts';

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

test('a user limited to branches may edit those, but add none', () => {
  for (const [branch_ids, mayWrite, expected] of [
    [null, true, [true, true]],
    [['a', 'b'], true, [false, true]],
    [['b'], true, [false, false]],
    [null, false, [false, false]],
    [['a'], false, [false, false]],
  ] as const) {
    const session = { user: { branch_ids }, may: (what: string) => mayWrite && what === 'places:write' } as never;
    assert.deepEqual([mayAddBranch(session), mayEditBranch(session, 'a')], expected, JSON.stringify(branch_ids));
  }
});
