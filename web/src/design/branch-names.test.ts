import assert from 'node:assert/strict';
import { test } from 'node:test';
import { branchNames } from './branch-names.ts';

test('names the branches of a limited user, and an unknown branch by its id', () => {
  const branches = [
    { id: 'a', name: 'Harbour' },
    { id: 'b', name: 'Main' },
    { id: 'c', name: 'Station' },
  ];
  const t = (text: string) => text;
  assert.equal(branchNames(null, branches, t), 'dashboard.allBranches');
  assert.equal(branchNames(['c', 'a'], branches, t), 'Station, Harbour');
  assert.equal(branchNames(['b', 'other'], branches, t), 'Main, other');
});
