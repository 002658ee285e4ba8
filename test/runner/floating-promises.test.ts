import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { listFloatingPromises } from './floating-promises.ts';

const source = `import { rm } from 'node:fs/promises';
const remove = async (): Promise<void> => rm('a');
let last: Promise<void> | undefined;
await rm('a');
void rm('a');
last = rm('a');
last ??= remove();
rm('a').catch(() => undefined);
last.then(remove, remove).finally(() => undefined);
console.log(await last);
rm('a');
remove();
last;
if (last !== undefined) last.then(remove);
rm('a').finally(() => undefined);
`;

test('finds each promise that is neither awaited nor stored nor handled, also of a library', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'tillhouse-promises-'));
  t.after(() => rm(folder, { recursive: true }));
  const compilerOptions = {
    ...{ target: 'esnext', module: 'nodenext', lib: ['esnext'], types: ['node'], strict: true },
    typeRoots: [new URL('../../node_modules/@types', import.meta.url).pathname],
  };
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  await writeFile(join(folder, 'one.ts'), source);
  await writeFile(join(folder, 'other.ts'), 'Promise.resolve();\nexport {};\n');
  assert.deepEqual(
    listFloatingPromises(folder, 'tsconfig.json', (path) => path === 'one.ts'),
    [11, 12, 13, 14, 15].map((line) => `one.ts:${line}`),
  );
});
