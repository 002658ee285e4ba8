import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../copy-tree.ts';
import { tests } from './checks.ts';
import type { Fault } from './fault.ts';
import { faults } from './faults.ts';
import { locate, readSources } from './locate.ts';
import { proveFaults } from './prove-faults.ts';

test('every fault can be planted', async () => {
  const sources = await readSources(root);
  for (const fault of faults) {
    const { file, changed } = locate(sources, fault);
    assert.notEqual(changed, sources.get(file), fault.name);
    for (const [path] of fault.by.title.matchAll(/\S+\.test\.ts/g))
      assert.ok(
        existsSync(join(root, path)) || existsSync(join(root, 'server/src', path)),
        `${fault.name}: no ${path}`,
      );
  }
  assert.equal(new Set(faults.map(({ name }) => name)).size, faults.length, 'names');
});

const aFault: Fault = {
  name: 'a fault',
  in: 'pay',
  find: 'sum + 1',
  put: 'sum',
  breaks: 'Nothing',
  by: tests('server/src/platform/files/rules.test.ts'),
  says: /never/,
};

test('finds the place of a fault by the declaration, in whichever file it is', () => {
  const other = 'const other = (sum: number) => sum + 1;\n';
  for (const declared of [
    'export function pay(sum: number) { return sum + 1; }',
    'const pay = (sum) => { sum + 1; };',
  ]) {
    const { file, changed } = locate(
      new Map([
        ['a.ts', other],
        ['b.ts', other + declared],
      ]),
      aFault,
    );
    assert.deepEqual([file, changed], ['b.ts', other + declared.replace('sum + 1', 'sum')]);
  }
});

test('names a fault whose text is missing or ambiguous', () => {
  assert.throws(() => locate(new Map([['a.ts', 'const sum = sum + 1;']]), aFault), /found its text 0 times in pay/);
  const declared = 'const pay = (sum) => sum + 1;\n';
  assert.throws(
    () =>
      locate(
        new Map([
          ['a.ts', declared],
          ['b.ts', declared],
        ]),
        aFault,
      ),
    /found its text 2 times/,
  );
});

test('the tests catch a sample of the faults', (context) => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  context.diagnostic(`seed ${seed}`);
  // The others take longer, or start their own services.
  const among = faults.filter(({ by: { title } }) => /^proof\/races|^test\/interface/.test(title));
  return proveFaults({ seed, size: 2, among, say: (line) => context.diagnostic(line) });
});

test('names a fault that no check catches, and a check that fails for another reason', async () => {
  const formulas = {
    in: 'guarded',
    breaks: 'A cell of an export starts a formula',
    by: tests('server/src/platform/files/rules.test.ts'),
  };
  const find = 'text.replace(toGuard, "\'")';
  const harmless: Fault = {
    ...formulas,
    name: 'harmless',
    find,
    put: `(${find})`,
    says: /✖ starts no text with a formula, and keeps negative amounts as numbers/,
  };
  const otherReason: Fault = {
    ...formulas,
    name: 'formula-in-a-cell',
    find,
    put: 'text',
    says: /✖ writes amounts as decimal digits/,
  };
  const run = { seed: 1, size: 1, say: () => undefined };
  await assert.rejects(
    proveFaults({ ...run, among: [harmless] }),
    /harmless: platform\/files\/rules\.test\.ts ended with 0/,
  );
  await assert.rejects(
    proveFaults({ ...run, among: [otherReason] }),
    /formula-in-a-cell: platform\/files\/rules\.test\.ts ended with 1/,
  );
});
