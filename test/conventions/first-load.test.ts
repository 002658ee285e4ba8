import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';

const pages = new URL('../../web/dist', import.meta.url).pathname;
const scripts_at_most_bytes = 200_000;

// The sign-in and the dashboard come with it: docs/decisions/0100-a-smaller-first-load-density-and-enlarged-pages.md.
test('the first load of the pages is one script of at most 200 kB', async () => {
  const html = await readFile(join(pages, 'index.html'), 'utf8');
  const scripts = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path]) => path ?? '');
  assert.equal(scripts.length, 1, `each further script costs a slow line a round trip: ${scripts}`);
  const bytes = await readFile(join(pages, scripts[0] ?? ''));
  assert.equal(/\bfrom"\.\//.test(bytes.toString()), false, 'it imports no other script before it runs');
  const size = gzipSync(bytes, { level: 9 }).length;
  assert.ok(size <= scripts_at_most_bytes, `${size} bytes with gzip: load what the first page does not need later`);
});
