import assert from 'node:assert/strict';
import { test } from 'node:test';
import { branchesToRead, covers, outsideOfBranches, within } from './branches.ts';

test('two limits leave the branches that both of them include', () => {
  assert.deepEqual(within(['a', 'b'], ['b', 'c']), ['b']);
  assert.deepEqual(within(null, ['b', 'c']), ['b', 'c']);
  assert.deepEqual(within(['a', 'b'], null), ['a', 'b']);
  assert.equal(within(null, null), null);
});

test('only no limit, or one with all of the branches, covers them', () => {
  assert.ok(covers(['a', 'b'], ['b']));
  assert.ok(!covers(['a', 'b'], ['b', 'c']));
  assert.ok(!covers(['a', 'b'], null));
  assert.ok(covers(null, null));
});

test('a read of one branch is allowed within the limit, and an error names the field of another branch', () => {
  assert.deepEqual(branchesToRead(['a', 'b'], undefined), ['a', 'b']);
  assert.deepEqual(branchesToRead(['a', 'b'], 'b'), ['b']);
  assert.deepEqual(branchesToRead(null, 'b'), ['b']);
  assert.throws(() => branchesToRead(['a', 'b'], 'c'), {
    code: 'FORBIDDEN',
    details: outsideOfBranches('branch_id').details,
  });
  assert.deepEqual(
    [outsideOfBranches('branch_id'), outsideOfBranches()].map(({ details }) => details.map(({ field }) => field)),
    [['branch_id'], []],
  );
});
