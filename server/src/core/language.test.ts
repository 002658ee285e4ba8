import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readLanguage } from './language.ts';

test('takes the first language of a header for which there are texts', () => {
  assert.equal(readLanguage('fr, ID-id;q=0.9, en;q=0.8'), 'id');
  assert.equal(readLanguage('EN-GB,id'), 'en');
  assert.equal(readLanguage('de-AT,de;q=0.9,en;q=0.8'), 'de');
  for (const header of [undefined, '', 'fr', 'x-id', 'di']) assert.equal(readLanguage(header), 'en', String(header));
});

test('reads only the beginning of a long header', () => {
  assert.equal(readLanguage(`${'fr,'.repeat(60)}id`), 'id');
  assert.equal(readLanguage(`${'fr,'.repeat(200)}id`), 'en');
});
