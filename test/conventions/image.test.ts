import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { cruise } from 'dependency-cruiser';
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';

const root = new URL('../../', import.meta.url).pathname;
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** The files and folders that each stage of the image copies from the repository, by the name of the stage. */
const stages = new Map(
  read('Dockerfile')
    .split(/^FROM /m)
    .slice(1)
    .map((stage) => {
      const copied = [...stage.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, sources = '']) =>
        sources.split(' '),
      );
      return [/ AS (\w+)/.exec(stage)?.[1] ?? 'service', copied] as const;
    }),
);

test('the build of the image receives every file that it copies', () => {
  const ignored = read('.dockerignore').split('\n');
  assert.ok(ignored.includes('*'));
  const copied = [...stages.values()].flat();
  assert.ok(copied.length > 10);
  for (const path of copied) {
    assert.ok(existsSync(join(root, path)), `${path} exists`);
    assert.ok(ignored.includes(`!${path.split('/')[0]}`), `${path} is not in .dockerignore`);
  }
});

test('the image has every file that the build of the pages imports', async () => {
  const options = await extractOptions(join(root, '.dependency-cruiser.mjs'));
  const { output } = await cruise(['web/src', 'web/build.ts', 'web/vite.config.ts'], { ...options, baseDir: root });
  if (typeof output === 'string') throw new Error(output);
  const copied = stages.get('pages') ?? [];
  const missing = output.modules
    .filter(({ coreModule, source }) => coreModule !== true && !source.includes('node_modules/'))
    // A text file is imported from a package of ours by `?raw`, which the library does not resolve.
    .map(({ source }) => source.replace(/^@tillhouse\//, ''))
    .filter((source) => !copied.some((path) => source === path || source.startsWith(`${path}/`)));
  assert.deepEqual(missing, []);
});
