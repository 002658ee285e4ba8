import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { test } from 'node:test';

const web = new URL('../../web/src/', import.meta.url).pathname;

/** The first class of each selector of a style sheet, but for those that `:has` limits to its own elements. */
function leadingClasses(css: string): Set<string> {
  const plain = css.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\([^()]*\)/g, '');
  const selectors = [...plain.matchAll(/([^{}]+)\{/g)].flatMap(([, list = '']) => list.trim().split(/,\s*/));
  return new Set(selectors.flatMap((selector) => /^\.([\w-]+)(?!\S*:has)/.exec(selector)?.[1] ?? []));
}

test('a feature styles no class of others: its sheet stays when another page is opened', async () => {
  const folders = new Map<string, Set<string>>();
  for await (const path of glob('**/*.css', { cwd: web }))
    for (const name of leadingClasses(await readFile(`${web}${path}`, 'utf8')))
      folders.set(name, (folders.get(name) ?? new Set()).add(dirname(path)));
  assert.ok(folders.size > 60, `only ${folders.size} classes were found`);
  const shared = [...folders].filter(([, of]) => of.size > 1 && [...of].some((path) => path.startsWith('features/')));
  assert.deepEqual(
    shared.map(([name]) => name),
    [],
  );
});

test('reads the classes of selectors', () => {
  const css = '/* .no { } */ .one .two, td.three { } @media (x) { .four:is(.a, .b) { } .five:has(.own) { } }';
  assert.deepEqual([...leadingClasses(css)], ['one', 'four']);
});
