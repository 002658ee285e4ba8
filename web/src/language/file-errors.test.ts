import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { TextName, Texts } from './en-audit.ts';
import { translateKnown } from './error-messages.ts';
import { fill, languages, type Values } from './texts.ts';

const translateIn = (texts: Texts) => (name: TextName, values?: Values) => fill(texts[name], values);
const server = new URL('../../../server/src/', import.meta.url).pathname;

/** Faults of files that only a program makes: a person could change nothing. */
const ofPrograms = [
  'has too many parts for an XLSX workbook',
  'is packed in a way that no XLSX workbook is',
  'has a document type declaration, which workbooks do not have',
  'has a cell that does not say where it is',
  'has a cell in row 7 whose text is missing',
];

/** The errors about a file in the sources of the service, with a number or a heading in each gap. */
async function errorsOfFiles(): Promise<string[]> {
  const found: string[] = [];
  for await (const file of glob('{platform/files,features/items}/**/*.ts', { cwd: server })) {
    if (file.endsWith('.test.ts')) continue;
    const source = await readFile(server + file, 'utf8');
    for (const [, , message = ''] of source.matchAll(/\bunreadable\(\s*(['`])(.+?)\1/g))
      found.push(
        message.replace(/\$\{[^}]*(row|most|parsed)[^}]*\}/gi, '7').replace(/\$\{[^}]*\}/g, 'Stock (Back room)'),
      );
  }
  return found;
}

test('translates every error about a file that a person can mend', async () => {
  const errors = await errorsOfFiles();
  assert.ok(errors.length > 20, `only ${errors.length} errors were found`);
  for (const [language, { texts: load }] of Object.entries(languages)) {
    const t = translateIn(await load());
    const unknown = errors.filter((message) => translateKnown(message, t, language) === undefined);
    assert.deepEqual(unknown.sort(), ofPrograms.toSorted(), language);
  }
});

test('names the heading and the row of the file as they are', async () => {
  const t = translateIn(await languages.de.texts());
  const translated = (message: string) => translateKnown(message, t, 'de');
  assert.equal(translated('has two columns SKU'), 'hat zwei Spalten SKU');
  assert.equal(
    translated('has a column Stock (Back), which is not a warehouse of yours'),
    'hat eine Spalte Stock (Back), die zu keinem Ihrer Lager gehört',
  );
  assert.equal(translated('has a row that is too long, row 12'), 'hat zu viel Text in Zeile 12');
  assert.equal(translated('has a cell in row 12 that is too long'), 'hat zu viel Text in Zeile 12');
  assert.equal(translated('cannot be read as CSV, in row 12'), 'kann in Zeile 12 nicht als CSV gelesen werden');
});
