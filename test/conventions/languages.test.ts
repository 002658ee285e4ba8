import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { enWithAudit as en } from '../../web/src/language/en-audit.ts';
import { languages } from '../../web/src/language/texts.ts';

const placesIn = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort();
const web = new URL('../../web/src/', import.meta.url).pathname;

test('each language has every English text with the same placeholders', async () => {
  for (const language of Object.values(languages)) {
    const texts = (await language.texts()) as Record<string, string>;
    assert.deepEqual(Object.keys(texts).sort(), Object.keys(en).sort(), language.name);
    for (const [name, text] of Object.entries(en)) {
      assert.ok(texts[name]?.trim(), `${language.name} says nothing for ${name}`);
      assert.deepEqual(placesIn(texts[name] ?? ''), placesIn(text), `${language.name}: ${name}`);
    }
  }
});

test('every text is used, and pages contain no literal text', async () => {
  const sources: string[] = [];
  for await (const path of glob('**/*.{ts,tsx}', { cwd: web }))
    if (!path.startsWith('language/')) sources.push(await readFile(`${web}${path}`, 'utf8'));
  const said = sources.join('\n');
  const isSaid = (name: string) => {
    const stem = name.replace(/_(one|other|few|many|none)$/, '');
    // Names that end by a value are put together: `sales.status.${status}`.
    const family = `${stem.slice(0, stem.lastIndexOf('.'))}.\${`;
    return said.includes(`'${name}'`) || said.includes(`'${stem}'`) || said.includes(family);
  };
  assert.deepEqual(
    Object.keys(en).filter((name) => !isSaid(name)),
    [],
  );
  const words = [...said.matchAll(/>\s*([A-Z][a-z]+(?: [a-z]+)*)\s*<\//g)].map(([, text]) => text);
  assert.deepEqual(words, []);
});
