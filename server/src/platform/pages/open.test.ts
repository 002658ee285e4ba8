import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, test } from 'node:test';
import { until } from '../../../../test/until.ts';
import { openPages } from './open.ts';
import { stampFile, stampOf } from './stamp.ts';

const root = resolve(import.meta.dirname, '../../../..');
const place = await mkdtemp(join(tmpdir(), 'tillhouse-made-'));
const ending = new AbortController();
after(async () => {
  ending.abort();
  await rm(place, { recursive: true, force: true });
});

/** A tree with sources, and nothing made of them. */
async function aTree(): Promise<string> {
  const tree = await mkdtemp(join(place, 'tree-'));
  await mkdir(join(tree, 'web', 'src'), { recursive: true });
  await writeFile(join(tree, 'web', 'src', 'main.tsx'), 'export {};');
  return tree;
}

test('pages of the same sources have the same stamp, wherever they lie, and others another', async () => {
  const [one, other] = [await aTree(), await aTree()];
  const stamp = await stampOf(one);
  assert.match(String(stamp), /^[0-9a-f]{64}$/);
  assert.equal(await stampOf(other), stamp);
  await writeFile(join(other, 'web', 'src', 'main.test.tsx'), 'what tests say changes no page');
  assert.equal(await stampOf(other), stamp);
  await writeFile(join(other, 'web', 'src', 'more.ts'), 'export {};');
  assert.notEqual(await stampOf(other), stamp);
  assert.equal(await stampOf(place), undefined);
});

test('what was made of these sources is found, and of others is not', async () => {
  const [said, log] = logged();
  // Those that the tests have made lie beside their sources.
  const pages = openPages({ data_dir: join(place, 'empty'), log, mayMake: false, until: ending.signal });
  await until(() => pages.folder() !== undefined);
  assert.equal(pages.folder(), join(root, 'web', 'dist'));
  assert.equal(await readFile(join(String(pages.folder()), stampFile), 'utf8'), await stampOf(root));
  assert.deepEqual(said, []);
});

function logged() {
  const said: string[] = [];
  const say = (_: object, message: string) => void said.push(message);
  return [said, { info: say, warn: say }] as const;
}
