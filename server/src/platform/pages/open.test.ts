import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, test } from 'node:test';
import { until } from '../../../../test/until.ts';
import { openPages } from './open.ts';
import { stampFile, stampOf } from './stamp.ts';

const root = resolve(import.meta.dirname, '../../../..');
const folder = await mkdtemp(join(tmpdir(), 'tillhouse-made-'));
const ending = new AbortController();
after(async () => {
  ending.abort();
  await rm(folder, { recursive: true, force: true });
});

/** A source tree without a build. */
async function aTree(): Promise<string> {
  const tree = await mkdtemp(join(folder, 'tree-'));
  await mkdir(join(tree, 'web', 'src'), { recursive: true });
  await writeFile(join(tree, 'web', 'src', 'main.tsx'), 'export {};');
  return tree;
}

test('the stamp depends on the sources of the pages, but not on their folder', async () => {
  const [one, other] = [await aTree(), await aTree()];
  const stamp = await stampOf(one);
  assert.match(String(stamp), /^[0-9a-f]{64}$/);
  assert.equal(await stampOf(other), stamp);
  await writeFile(join(other, 'web', 'src', 'main.test.tsx'), 'tests do not change a page');
  assert.equal(await stampOf(other), stamp);
  await writeFile(join(other, 'web', 'src', 'more.ts'), 'export {};');
  assert.notEqual(await stampOf(other), stamp);
  assert.equal(await stampOf(folder), undefined);
});

test('finds the build of these sources', async () => {
  const [messages, log] = logged();
  // The test run has built the pages beside their sources.
  const pages = openPages({ data_dir: join(folder, 'empty'), log, mayBuild: false, until: ending.signal });
  await until(() => pages.folder() !== undefined);
  assert.equal(pages.folder(), join(root, 'web', 'dist'));
  assert.equal(await readFile(join(String(pages.folder()), stampFile), 'utf8'), await stampOf(root));
  assert.deepEqual(messages, []);
});

function logged() {
  const messages: string[] = [];
  const record = (_: object, message: string) => void messages.push(message);
  return [messages, { info: record, warn: record }] as const;
}
