import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

const root = new URL('../..', import.meta.url).pathname;
const pages = join(root, 'web', 'dist', 'assets');

async function readAll(pattern: string): Promise<string> {
  const texts: string[] = [];
  for await (const path of glob(pattern, { cwd: pages })) texts.push(await readFile(join(pages, path), 'utf8'));
  return texts.join('\n');
}

/** The generated names of the classes of the component library. */
const classesIn = (text: string): Set<string> => new Set(text.match(/\bm_[0-9a-f]{6,8}\b/g));

// web/src/design/components.css names the components one by one, so that a browser loads half of the library's styles.
test('the pages load the styles of each component that they use, and of no other one', async () => {
  const styled = classesIn(await readFile(join(root, 'node_modules/@mantine/core/styles.css'), 'utf8'));
  const used = [...classesIn(await readAll('*.js'))].filter((name) => styled.has(name));
  const loaded = classesIn(await readAll('*.css'));
  assert.ok(used.length > 100, `only ${used.length} classes were found`);
  assert.deepEqual(
    used.filter((name) => !loaded.has(name)),
    [],
    'components without styles: add them to web/src/design/components.css',
  );
  const files = (await readFile(join(root, 'web/src/design/components.css'), 'utf8')).matchAll(
    /styles\/([\w-]+)\.layer\.css/g,
  );
  for (const [, file] of files) {
    const classes = classesIn(
      await readFile(join(root, `node_modules/@mantine/core/styles/${file}.layer.css`), 'utf8'),
    );
    assert.ok(
      classes.size === 0 || used.some((name) => classes.has(name)),
      `no page uses ${file}: remove it from web/src/design/components.css`,
    );
  }
});
