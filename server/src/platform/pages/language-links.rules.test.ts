import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languages } from '../../core/language.ts';
import { withTextsOf } from './language-links.ts';

test('leaves the link of one language, and all other links', () => {
  const page = `<head>
    <link rel="icon" href="/icon.svg" />
${languages.map((language) => `    <link rel="modulepreload" href="/assets/${language}-1.js" data-language="${language}" />\n`).join('')}</head>`;
  for (const language of languages)
    assert.equal(
      withTextsOf(language, page),
      `<head>
    <link rel="icon" href="/icon.svg" />
    <link rel="modulepreload" href="/assets/${language}-1.js" data-language="${language}" />
</head>`,
    );
});
