import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withOneLanguage } from './language-links.ts';

const page = `<head>
    <link rel="icon" href="/icon.svg" />
    <link rel="modulepreload" href="/assets/de-1.js" data-language="de" />
    <link rel="modulepreload" href="/assets/en-2.js" data-language="en" />
    <link rel="modulepreload" href="/assets/id-3.js" data-language="id" />
</head>`;
const linked = (accepted?: string) =>
  [...withOneLanguage(page, accepted).matchAll(/href="(.*?)"/g)].map(([, address]) => address);

test('leaves the first language that the browser accepts and that has texts', () => {
  assert.deepEqual(linked('de-AT,de;q=0.9,en;q=0.8'), ['/icon.svg', '/assets/de-1.js']);
  assert.deepEqual(linked('fr, ID;q=0.5'), ['/icon.svg', '/assets/id-3.js']);
});

test('leaves English if none has texts', () => {
  for (const accepted of [undefined, '', '*', 'fr-FR,fr', 'deu', 'icon'])
    assert.deepEqual(linked(accepted), ['/icon.svg', '/assets/en-2.js'], String(accepted));
});
