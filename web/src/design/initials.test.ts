import assert from 'node:assert/strict';
import { test } from 'node:test';
import { initialsOf } from './initials.ts';

test('takes the first letters of two words, in any script', () => {
  for (const [name, initials] of [
    ['Coffee beans 250 g', 'CB'],
    ['  tea ', 'T'],
    ['“Été” – (thé)', 'ÉT'],
    ['12 PENCILS', '1P'],
    ['お茶', 'お'],
    ['𠮷野 家', '𠮷家'],
    ['!!!', ''],
    ['', ''],
  ] as const)
    assert.equal(initialsOf(name), initials, name);
});
