import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../copy-tree.ts';
import { isModuleTest, tests } from './checks.ts';
import { type Fault, plantedIn } from './fault.ts';
import { faults } from './faults.ts';
import { proveFaults } from './prove-faults.ts';

test('every fault can be planted', async () => {
  for (const fault of faults) {
    const text = await readFile(join(root, fault.file), 'utf8');
    assert.notEqual(plantedIn(text, fault), text, fault.name);
    for (const [file] of fault.by.title.matchAll(/\S+\.test\.ts/g))
      assert.ok(
        existsSync(join(root, file)) || existsSync(join(root, 'server/src', file)),
        `${fault.name}: no ${file}`,
      );
  }
  assert.equal(new Set(faults.map(({ name }) => name)).size, faults.length, 'names');
  assert.ok(faults.length >= 40 && faults.filter(({ by }) => !isModuleTest(by)).length * 2 >= faults.length);
});

test('names a fault whose text is missing or ambiguous', () => {
  const [fault] = faults;
  assert.ok(fault);
  assert.throws(() => plantedIn('nothing', fault), /found its text 0 times/);
  assert.throws(() => plantedIn(fault.find + fault.find, fault), /found its text 2 times/);
});

test('the tests catch a sample of the faults', (context) => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  context.diagnostic(`seed ${seed}`);
  // The others take longer, or start their own services.
  const among = faults.filter(({ by: { title } }) => /^proof\/races|^test\/interface/.test(title));
  return proveFaults({ seed, size: 2, among, say: (line) => context.diagnostic(line) });
});

test('names a fault that no check catches, and a check that fails for another reason', async () => {
  const harmless: Fault = {
    name: 'harmless',
    file: 'server/src/platform/files/cells.ts',
    find: ' * A line of CSV (RFC 4180)',
    put: ' * One line of CSV (RFC 4180)',
    breaks: 'Nothing',
    by: tests('server/src/platform/files/rules.test.ts'),
    says: /✖ starts no text with a formula, and keeps negative amounts as numbers/,
  };
  const formulas = faults.find(({ name }) => name === 'formula-in-a-cell') ?? assert.fail();
  const otherReason: Fault = { ...formulas, says: /✖ writes amounts as decimal digits/ };
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
