import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rootWarning } from './root-warning.ts';

test('warns only the root account, with a remedy', () => {
  assert.match(rootWarning(0) ?? '', /runs as root.*useradd/);
  assert.equal(rootWarning(1000), undefined);
  assert.equal(rootWarning(undefined), undefined);
});
