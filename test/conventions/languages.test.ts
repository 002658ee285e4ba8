import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { languages as ofService } from '../../server/src/core/language.ts';
import { enWithAudit as en } from '../../web/src/language/en-audit.ts';
import { languages } from '../../web/src/language/texts.ts';

const placeholdersIn = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([placeholder]) => placeholder).sort();
const web = new URL('../../web/src/', import.meta.url).pathname;

test('each language has every English text with the same placeholders', async () => {
  for (const language of Object.values(languages)) {
    const texts = (await language.texts()) as Record<string, string>;
    assert.deepEqual(Object.keys(texts).sort(), Object.keys(en).sort(), language.name);
    for (const [name, text] of Object.entries(en)) {
      assert.ok(texts[name]?.trim(), `${language.name} has no text for ${name}`);
      assert.deepEqual(placeholdersIn(texts[name] ?? ''), placeholdersIn(text), `${language.name}: ${name}`);
    }
  }
});

test('the service knows the languages of the pages, so that it links to their texts', () => {
  assert.deepEqual([...ofService].sort(), Object.keys(languages).sort());
});

test('no English sentence is left in another language', async () => {
  const isSentence = (text: string) => /[a-z]{2} [a-z]{2}/i.test(text.replace(/\{\w+\}/g, ''));
  for (const { tag, texts } of Object.values(languages)) {
    if (tag === 'en') continue;
    const translated: Record<string, string> = await texts();
    const same = Object.entries(en).filter(([name, text]) => isSentence(text) && translated[name] === text);
    assert.deepEqual(same, [], tag);
  }
});

test('every text is used, and pages contain no literal text', async () => {
  const isTexts = new RegExp(`^language/(${Object.keys(languages).join('|')}|en-audit|texts)\\.ts$`);
  const sources: string[] = [];
  for await (const path of glob('**/*.{ts,tsx}', { cwd: web }))
    if (!isTexts.test(path)) sources.push(await readFile(`${web}${path}`, 'utf8'));
  const code = sources.join('\n');
  const isUsed = (name: string) => {
    const stem = name.replace(/_(one|other|few|many|none)$/, '');
    // Some names are built from a value: `sales.status.${status}`.
    const prefix = `${stem.slice(0, stem.lastIndexOf('.'))}.\${`;
    return code.includes(`'${name}'`) || code.includes(`'${stem}'`) || code.includes(prefix);
  };
  assert.deepEqual(
    Object.keys(en).filter((name) => !isUsed(name)),
    [],
  );
  const words = [...code.matchAll(/>\s*([A-Z][a-z]+(?: [a-z]+)*)\s*<\//g)].map(([, text]) => text);
  assert.deepEqual(words, []);
});
