import { pageCoverageVariable } from '../../test/browser/page-coverage.ts';
import { type Copy, root } from '../copy-tree.ts';
import { isBrowserTest } from './choose-tests.ts';
import { type Covered, coverageIn, readCovered, union, withCoverageFolder } from './coverage.ts';
import { buildTraceablePages, readPageCovered } from './page-coverage.ts';
import { runTests } from './run-tests.ts';

interface Recording {
  copies: readonly Copy[];
  tests: readonly string[];
  /** Where it is kept. */
  folder: string;
  env: Record<string, string>;
  say(line: string): void;
}

/**
 * Runs each test file by itself in an unchanged copy of the tree, and records what it executes. A file that fails is
 * left out: its failure with a fault would prove nothing.
 */
export async function recordCoverage({ copies, tests, folder, env, say }: Recording): Promise<Map<string, Covered>> {
  const store = coverageIn(folder, root);
  const covered = new Map<string, Covered>();
  for (const test of tests) {
    const known = await store.read(test);
    if (known !== undefined) covered.set(test, known);
  }
  const left = tests.filter((test) => !covered.has(test));
  if (left.length > 0) say(`${left.length} of ${tests.length} test files run once to see what they execute`);
  if (left.some(isBrowserTest)) for (const copy of copies) await buildTraceablePages(copy.folder);
  const record = async (copy: Copy, test: string): Promise<void> => {
    const result = await withCoverageFolder(folder, async (services) =>
      withCoverageFolder(folder, async (pages) => {
        const variables = { ...env, NODE_V8_COVERAGE: services, [pageCoverageVariable]: pages };
        const { passed, failures, took_s } = await runTests({
          folder: copy.folder,
          files: [test],
          env: variables,
          timeout_s: 600,
        });
        if (!passed) return say(`left out, since it fails without a fault: ${test}: ${failures.join('; ')}`);
        const sources = await readCovered(services, copy.folder);
        for (const [file, ranges] of Object.entries(await readPageCovered(pages, copy.folder)))
          sources[file] = union([...(sources[file] ?? []), ...ranges]);
        return { took_s, sources };
      }),
    );
    if (result === undefined) return;
    covered.set(test, result);
    await store.write(test, result);
  };
  await Promise.all(
    copies.map(async (copy) => {
      for (let test = left.shift(); test !== undefined; test = left.shift()) await record(copy, test);
    }),
  );
  return covered;
}
