import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { aPlace } from '../test/process/place.ts';
import { evaluate } from './benchmark.ts';
import { benchmarks } from './catalogue.ts';
import { drawBars } from './chart.ts';
import { renderReport } from './report.ts';

/** Runs a program. @returns its output and exit code */
const run = (script: string, args: string[], env = process.env): Promise<{ said: string; code: number }> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [new URL(script, import.meta.url).pathname, ...args],
      { env },
      (error, stdout, stderr) => {
        resolve({ said: stdout + stderr, code: typeof error?.code === 'number' ? error.code : 0 });
      },
    );
  });

const bench = (...args: string[]) => run('run.ts', [...args, '--no-keep']);

const tiny = ['--rounds', '1', '--seconds', '0.3', '--scale', '0.001'];

test('a benchmark measures both sides, prints their ratio and bound, and fails for a missed bound with --strict', async () => {
  const { said, code } = await bench('product', ...tiny, '--strict');
  const [, verdict] =
    /product: [\d.]+ × bare Fastify with the same bytes .*\([\d.]+–[\d.]+\); at least 0\.4, (kept|MISSED)/.exec(said) ??
    [];
  assert.ok(verdict !== undefined, said);
  assert.equal(code, verdict === 'MISSED' ? 1 : 0, said);
});

test('a sale and pgbench write the same rows, or the output says why they cannot be compared', async () => {
  const { said, code } = await bench('sale-1', ...tiny, '--seconds', '1');
  assert.match(said, /rows that a sale adds, on either side: events \d|is skipped: there is no pgbench on the path/);
  assert.equal(code, 0, said);
});

test('a seeded history satisfies all invariants, in a folder that had no database', async () => {
  const place = await aPlace();
  try {
    const env = { ...process.env, ...place.env };
    const sizes = ['--products', '120', '--sales', '400', '--customers', '30', '--days', '200', '--merchants', '1'];
    const seeded = await run('seed/seed.ts', sizes, env);
    assert.match(seeded.said, /120 products, 400 sales over 200 days/);
    const checked = await run('../server/src/commands/doctor.ts', [], env);
    assert.deepEqual([checked.code, /The books are in order/.test(checked.said)], [0, true], checked.said);
  } finally {
    await place.remove();
  }
});

test('the ratio is that of the medians, and the spread is that of the rounds', () => {
  const measure = { name: 'm', title: 'M', unit: '/s', limit: 'l', at_least: 0.5 };
  const verdict = evaluate(measure, [10, 30, 20], [40, 40, 20]);
  assert.deepEqual([verdict.figure, verdict.least, verdict.most, verdict.isKept], [0.5, 0.25, 1, true]);
  assert.equal(evaluate(measure, [19], [40]).isKept, false);
  const alone = { name: 'm', title: 'M', unit: 's', at_most: 2 };
  assert.deepEqual([evaluate(alone, [1, 3], []).figure, evaluate(alone, [1, 3], []).isKept], [2, true]);
  assert.equal(evaluate(alone, [2.1], []).isKept, false);
});

test('names of benchmarks and measures are unique', () => {
  const names = benchmarks.map(({ name }) => name);
  const measures = benchmarks.flatMap((benchmark) => benchmark.measures.map(({ name }) => name));
  assert.deepEqual([new Set(names).size, new Set(measures).size], [names.length, measures.length]);
});

test('docs/reference/performance.md is up to date with the results', async () => {
  for (const [name, text] of Object.entries(await renderReport())) {
    const kept = await readFile(new URL(`../docs/${name}`, import.meta.url), 'utf8');
    assert.ok(kept === text, `docs/${name} is stale: npm run bench -- --report`);
  }
});

test('a bar of a figure equal to its bound ends at the line, and no bar ends outside of the picture', () => {
  const bar = { name: 'b', least: 0.5, most: 9, isKept: true, says: 'x' };
  const widths = [1, 9].map((part) =>
    Number(/<rect x="170" y="30" width="(\d+)"/.exec(drawBars([{ ...bar, part }]))?.[1]),
  );
  assert.deepEqual(widths, [215, 430]);
});
