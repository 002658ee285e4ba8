import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { glob, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { aProjectWithClient } from '../test/packed-client.ts';
import { createTestApp } from '../test/test-app.ts';

const run = promisify(execFile);
const app = await createTestApp();
const baseUrl = await app.fastify.listen({ host: '127.0.0.1', port: 0 });
const project = await aProjectWithClient();
after(() => project.remove());

test('the README’s example makes a first sale in a project that installed the package', async () => {
  const readme = await readFile(new URL('README.md', import.meta.url), 'utf8');
  const script = /```js\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
  assert.ok(script.includes('http://127.0.0.1:3000'));
  await writeFile(join(project.folder, 'sale.js'), script.replace('http://127.0.0.1:3000', baseUrl));
  const { stdout } = await run(process.execPath, ['sale.js'], { cwd: project.folder });
  assert.equal(stdout, '23.7, and 6.3 back\nCoffee beans 250 g: 37 left\n');
});

test('the package includes its types', async () => {
  await writeFile(
    join(project.folder, 'typed.ts'),
    `import { createClient, type Tokens } from '@tillhouse/client';
    export const tokens: Tokens[] = [];
    const till = createClient({ baseUrl: 'http://till.invalid' });
    export const price: number = (await till.getProduct({ path: { id: '' } })).data.price;
    // @ts-expect-error: a price must be a number.
    export const text: string = price;
    // @ts-expect-error: a report requires its days.
    await till.reportSales({ query: { start_date: '2026-01-01' } });
    export const file: Blob = await till.exportRecords({ query: { format: 'csv' } });
    `,
  );
  for (const [module, moduleResolution] of [
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ] as const) {
    const options = ['--ignoreConfig', '--noEmit', '--strict', '--target', 'es2022', '--lib', 'es2022,dom'];
    await run(
      'tsc',
      [...options, '--types', '', '--module', module, '--moduleResolution', moduleResolution, 'typed.ts'],
      {
        cwd: project.folder,
      },
    ).catch((error: { stdout: string }) => assert.fail(error.stdout));
  }
});

test('the package contains the required files only', async () => {
  const root = join(project.folder, 'node_modules/@tillhouse/client');
  const files = await Array.fromAsync(glob('**/*.*', { cwd: root }));
  const expected = /^(package\.json|README\.md|dist\/[\w.-]+\.(js|d\.ts))$/;
  assert.deepEqual(
    files.filter((file) => !expected.test(file) || file.includes('test')),
    [],
  );
  for (const file of files.filter((name) => name.endsWith('.js'))) {
    const text = await readFile(join(root, file), 'utf8');
    if (file === 'dist/verify-journal.js') {
      assert.doesNotMatch(text, /from '(?!node:)/, file);
      continue;
    }
    assert.doesNotMatch(text, /from '(?!\.\/[\w.-]+\.js')|\b(process|Buffer|require)\b[.(]|node:/, file);
  }
});

test('the package has the command that verifies a journal', async () => {
  const command = join(project.folder, 'node_modules/.bin/verify-journal');
  await assert.rejects(run(command, []), { code: 2, stderr: 'usage: verify-journal <file> [--key <fingerprint>]\n' });
});
