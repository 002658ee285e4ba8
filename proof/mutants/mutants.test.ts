import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import type { SourceMapping } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { copyTree, root } from '../copy-tree.ts';
import { createRandom } from '../random.ts';
import { testsFor } from './choose-tests.ts';
import { codeSites } from './code-sites.ts';
import { type Covered, covers, executed, union } from './coverage.ts';
import { areaOf, drawMutants, isThat, type Mutant } from './draw.ts';
import { equivalents } from './equivalents.ts';
import { isNotRunHere, notRunHere, rangeOf } from './not-run-here.ts';
import { executedLines } from './page-coverage.ts';
import { runTests } from './run-tests.ts';
import { isGoodEnough, scoreTable } from './score.ts';
import { type Kind, mutated, type Site } from './site.ts';
import { runPatiently, tryMutant } from './try-mutant.ts';

const mutationsOf = (text: string, file = 'sample.ts'): string[] =>
  codeSites(file, text).map((site) => `${site.kind}: ${mutated(text, site)}`);

test('finds the places of code', () => {
  const expected: [source: string, mutation: string][] = [
    ['a < b', 'comparison: a <= b'],
    ['if (a) b()', 'condition: if (!(a)) b()'],
    ['x = a && b', 'condition: x = a'],
    ['x = a && b', 'condition: x = b'],
    ['x = a ? b : c', 'condition: x = (c)'],
    ['x = a === b', 'condition: x = a !== b'],
    ['x = a + b', 'arithmetic: x = a - b'],
    ['x = 7n', 'constant: x = 8n'],
    ['x = 1_500', 'constant: x = 15000'],
    ['x = true', 'constant: x = false'],
    ['x = [a, b]', 'member: x = [b]'],
    ['x = [a, b]', 'member: x = [a]'],
    ['x = { a: 1, b }', 'member: x = { b }'],
    ['close();', 'statement: ;'],
    ['x = await close()', 'await: x = close()'],
    ['x = pay(a, b)', 'arguments: x = pay(b, a)'],
    ['x = rows.filter(isOpen)', 'chain: x = rows'],
    ["q.where('at', '<', now)", "comparison: q.where('at', '<=', now)"],
    ['await lockProducts(tx);', 'lock: ;'],
    ["x = { permission: 'staff:write' }", "permission: x = { permission: 'catalogue:read' }"],
    [
      'sql`select 1 from a where b >= 2 and c order by d desc`',
      'sql: sql`select 1 from a where b > 2 and c order by d desc`',
    ],
    ['sql`select 1 from a where b and c = 3`', 'sql: sql`select 1 from a where b`'],
    ['sql`select a from b order by c limit 5`', 'sql: sql`select a from b limit 5`'],
    ['sql`select a from b for update`', 'lock: sql`select a from b`'],
  ];
  for (const [source, mutation] of expected)
    assert.ok(mutationsOf(source).includes(mutation), `${source}: ${mutationsOf(source).join('\n')}`);
});

test('leaves out types, messages of the log, looks, and filters of a merchant that row security repeats', () => {
  for (const source of [
    'type Three = [1, 2, 3]',
    "log.info({ port: 1 }, 'started');",
    'const x = Math.max(a, b)',
    'const x = sql`select a from b where merchant_id = 1`',
  ])
    assert.deepEqual(mutationsOf(source), [], source);
  assert.deepEqual(mutationsOf('const x = <Box gap={4} style={{ width: 1 }} />', 'sample.tsx'), []);
});

test('of two ranges at a place, the inner one says whether it ran', () => {
  const range = (startOffset: number, endOffset: number, count: number) => ({ startOffset, endOffset, count });
  const ran = executed({
    functions: [
      { ranges: [range(0, 100, 1)] },
      { ranges: [range(10, 50, 1), range(20, 30, 0)] },
      { ranges: [range(60, 80, 0)] },
    ],
  });
  assert.deepEqual(union(ran), [0, 20, 30, 60, 80, 100]);
  assert.ok(covers(ran, 19) && !covers(ran, 20) && !covers(ran, 29) && covers(ran, 30) && !covers(ran, 70));
  assert.deepEqual(union([5, 9, 0, 3, 2, 6]), [0, 9]);
});

test('runs near tests first, then those that execute most, within the patience', () => {
  const covered = new Map<string, Covered>([
    ['test/far.test.ts', { took_s: 8, sources: { 'server/src/a/b.ts': [0, 90] } }],
    ['server/src/a/near.test.ts', { took_s: 8, sources: { 'server/src/a/b.ts': [0, 10] } }],
    ['test/slow.test.ts', { took_s: 50, sources: { 'server/src/a/b.ts': [0, 80] } }],
    ['test/not.test.ts', { took_s: 1, sources: { 'server/src/a/b.ts': [20, 90] } }],
    ['test/conventions/limits.test.ts', { took_s: 1, sources: {} }],
  ]);
  const chosen = (patience_s: number, kind: Site['kind'] = 'statement') =>
    testsFor({ file: 'server/src/a/b.ts', start: 4, kind }, covered, patience_s).flatMap(({ files }) => files);
  assert.deepEqual(chosen(100), ['server/src/a/near.test.ts', 'test/far.test.ts', 'test/slow.test.ts']);
  assert.deepEqual(chosen(20), ['server/src/a/near.test.ts', 'test/far.test.ts']);
  assert.deepEqual(
    chosen(0, 'constant'),
    ['server/src/a/near.test.ts', 'test/conventions/limits.test.ts'],
    'also the test that compares numbers with the page of limits',
  );
});

test('of the tests of the pages, those that are named after the place run first, and pictures are always compared', () => {
  const file = 'web/src/features/till/catalogue/use-catalogue.ts';
  const sources = { [file]: [0, 9] };
  const covered = new Map<string, Covered>([
    ['test/browser/sales.test.ts', { took_s: 8, sources }],
    ['test/browser/pictures/key-pages.test.ts', { took_s: 300, sources }],
    ['test/browser/till.test.ts', { took_s: 9, sources }],
    ['test/browser/till-catalogue.test.ts', { took_s: 80, sources }],
  ]);
  const chosen = testsFor({ file, start: 4, kind: 'statement' }, covered, 200).flatMap(({ files }) => files);
  assert.deepEqual(chosen, [
    'test/browser/till-catalogue.test.ts',
    'test/browser/till.test.ts',
    'test/browser/sales.test.ts',
    'test/browser/pictures/key-pages.test.ts',
  ]);
});

test('also runs the test that compares the whole description, however many others there are', () => {
  const file = 'server/src/a/b.ts';
  const covered = new Map<string, Covered>([
    ['test/most.test.ts', { took_s: 20, sources: { [file]: [0, 90] } }],
    ['test/other.test.ts', { took_s: 5, sources: { [file]: [0, 50] } }],
    ['test/conventions/generated.test.ts', { took_s: 5, sources: { [file]: [0, 10] } }],
  ]);
  const chosen = testsFor({ file, start: 4, kind: 'statement' }, covered, 18).flatMap(({ files }) => files);
  assert.deepEqual(chosen, ['test/most.test.ts', 'test/conventions/generated.test.ts']);
});

test('a line of a script executes all lines of its source up to that of the next one', () => {
  const script = 'one();\nif (a)\n  two();\nother();\n';
  // The script's lines begin at these lines of the sources.
  const places: [file: string, line: number][] = [
    ['a.tsx', 4],
    ['a.tsx', 7],
    ['a.tsx', 8],
    ['b.tsx', 1],
  ];
  const map = {
    findEntry: (number: number) => {
      const [originalSource = '', originalLine = 0] = places[number] ?? [];
      return { originalSource, originalLine } as SourceMapping;
    },
  };
  const two = script.indexOf('two');
  assert.deepEqual(
    [...executedLines(script, [0, two, script.indexOf('other'), script.length], map)],
    [
      ['a.tsx', 4],
      ['a.tsx', 5],
      ['a.tsx', 6],
      ['a.tsx', 7],
      ['b.tsx', 1],
    ],
  );
});

test('the same seed draws the same faults, and only those that types accept', () => {
  const files = ['core/src/money.ts', 'core/src/pricing.ts'];
  const types = { accepts: (_file: string, text: string) => !text.includes('!==') };
  const draw = (seed: number) => drawMutants(root, { files }, createRandom(seed), types).take(30).toArray();
  assert.deepEqual(draw(7), draw(7));
  assert.notDeepEqual(draw(7), draw(8));
  assert.ok(draw(7).every((mutant) => mutated(mutant.text, mutant) !== mutant.text));
});

test('draws each place of the kinds that are asked for once', async () => {
  const file = 'core/src/money.ts';
  const text = await readFile(join(root, file), 'utf8');
  const wanted: Kind[] = ['comparison', 'arithmetic'];
  const places = codeSites(file, text).filter(
    (site) => wanted.includes(site.kind) && !equivalents.some((one) => isThat(one, { ...site, file, text })),
  );
  const drawn = drawMutants(root, { files: [file], wanted }, createRandom(1), {
    accepts: () => true,
  }).toArray();
  const placesOf = (sites: readonly Site[]) => sites.map(({ start, put }) => `${start} ${put}`).sort();
  assert.ok(drawn.length > 10);
  assert.deepEqual(placesOf(drawn), placesOf(places));
});

test('a fault that a test notices is caught, another one survives, and one that no test executes is named', async () => {
  const copy = await copyTree(['biome.json']);
  try {
    const file = 'core/src/money.ts';
    const text = await readFile(join(root, file), 'utf8');
    const covered = new Map<string, Covered>([
      ['core/src/money.test.ts', { took_s: 1, sources: { [file]: [0, text.length] } }],
    ]);
    const at = (old: string, put: string): Mutant => ({
      file,
      text,
      kind: 'constant',
      start: text.indexOf(old),
      end: text.indexOf(old) + old.length,
      put,
    });
    const resultOf = async (mutant: Mutant, by: typeof covered) =>
      (await tryMutant(copy, mutant, { covered: by, env: {}, patience_s: 60 })).result;
    assert.equal(await resultOf(at('BHD IQD', 'IQD'), covered), 'caught');
    assert.equal(await resultOf(at('/**', '/** '), covered), 'survived');
    assert.equal(await resultOf(at('/**', 'const unused = 3; /**'), covered), 'refused');
    assert.equal(await resultOf(at('BHD IQD', 'IQD'), new Map()), 'not executed');
    assert.equal(await readFile(join(copy.folder, file), 'utf8'), text);
  } finally {
    await copy.remove();
  }
});

test('tests that do not end in time have a second chance, and others do not', async () => {
  const ended = { passed: false, failures: ['a test'], isLate: false, took_s: 1 };
  const late = { ...ended, failures: ['did not end'], isLate: true };
  const passed = { ...ended, passed: true, failures: [] };
  for (const [results, times] of [
    [
      [late, passed],
      [10, 30],
    ],
    [
      [late, late],
      [10, 30],
    ],
    [[ended], [10]],
    [[passed], [10]],
  ] as const) {
    const allowed_s: number[] = [];
    const result = await runPatiently(10, async (timeout_s) => results[allowed_s.push(timeout_s) - 1] ?? assert.fail());
    assert.equal(result, results.at(-1));
    assert.deepEqual(allowed_s, times);
  }
});

test('says whether tests failed or did not end', async () => {
  const copy = await copyTree([]);
  try {
    const run = async (body: string, timeout_s: number) => {
      await writeFile(join(copy.folder, 'core/src/one.test.ts'), `import { test } from 'node:test';\n${body}`);
      return runTests({ folder: copy.folder, files: ['core/src/one.test.ts'], env: {}, timeout_s });
    };
    const { passed, isLate } = await run(
      "test('hangs', () => new Promise((resolve) => setTimeout(resolve, 1e8)));",
      0.5,
    );
    assert.deepEqual({ passed, isLate }, { passed: false, isLate: true });
    const failed = await run("test('fails', () => { throw new Error('no'); });", 300);
    assert.deepEqual([failed.passed, failed.isLate], [false, false]);
    assert.ok(failed.failures.includes('fails'), String(failed.failures));
  } finally {
    await copy.remove();
  }
});

test('scores by area, and demands more where money, stock and rights are decided', () => {
  const results = (file: string, caught: number, survived: number) => [
    ...Array.from({ length: caught }, () => [{ file, kind: 'sql' }, { result: 'caught' }] as const),
    ...Array.from({ length: survived }, () => [{ file, kind: 'sql' }, { result: 'survived' }] as const),
  ];
  assert.ok(isGoodEnough(results('web/src/app.tsx', 91, 9)));
  assert.ok(!isGoodEnough(results('web/src/app.tsx', 89, 11)));
  assert.ok(!isGoodEnough(results('server/src/features/sales/rules.ts', 93, 7)));
  const ofClient = scoreTable(results('client/src/send.ts', 3, 1));
  assert.ok(ofClient.includes('| client | 4 | 3 | 75 |'));
  assert.ok(ofClient.includes('| money, stock and rights | 0 | 0 | – |'));
  assert.equal(areaOf('server/src/platform/http/door.ts'), 'platform');
});

test('every equivalent change is at one place', async () => {
  for (const equivalent of equivalents) {
    const { file, change } = equivalent;
    const text = await readFile(join(root, file), 'utf8');
    const places = codeSites(file, text).filter((site) => isThat(equivalent, { ...site, file, text }));
    assert.equal(places.length, 1, `${file}: ${change}`);
  }
});

test('draws no fault in code that cannot run here, and all of it still exists', async () => {
  for (const { file, functions = [] } of notRunHere) {
    const text = await readFile(join(root, file), 'utf8');
    assert.equal(isNotRunHere(file, text, text.indexOf('import ')), functions.length === 0, file);
    for (const name of functions) assert.ok(rangeOf(name, text) !== undefined, `${file}: ${name}`);
  }
  const text = 'f();\nasync function f() {\n  g();\n}\nfunction g() {\n  f();\n}\n';
  assert.equal(text.slice(rangeOf('f', text)?.start, rangeOf('f', text)?.end), 'async function f() {\n  g();');
});
