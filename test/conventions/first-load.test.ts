import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { languages } from '../../web/src/language/texts.ts';

const pages = new URL('../../web/dist', import.meta.url).pathname;
const scripts_at_most_bytes = 200_000;

// The sign-in and the dashboard come with it: docs/decisions/0100-a-smaller-first-load-density-and-enlarged-pages.md.
test('the first load of the pages is one script and the texts of a language, of at most 200 kB together', async () => {
  const html = await readFile(join(pages, 'index.html'), 'utf8');
  const addresses = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, path]) => path ?? '');
  const scripts = addresses(/src="(\/assets\/[^"]+\.js)"/g);
  const texts = addresses(/<link rel="modulepreload" href="([^"]+)" data-language/g);
  assert.equal(scripts.length, 1, `each further script costs a slow line a round trip: ${scripts}`);
  assert.equal(texts.length, Object.keys(languages).length, `each language is loaded beside the script: ${texts}`);
  const [size = 0, ...sizes] = await Promise.all(
    [...scripts, ...texts].map(async (path) => {
      const bytes = await readFile(join(pages, path));
      assert.equal(/\bfrom"\.\//.test(bytes.toString()), false, `${path} imports no other script before it runs`);
      return gzipSync(bytes, { level: 9 }).length;
    }),
  );
  const most = size + Math.max(...sizes);
  assert.ok(most <= scripts_at_most_bytes, `${most} bytes with gzip: load what the first page does not need later`);
});
