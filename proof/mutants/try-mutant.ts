import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { type Copy, root } from '../copy-tree.ts';
import { buildPages } from './build-pages.ts';
import { isBrowserTest, testsFor } from './choose-tests.ts';
import type { Covered } from './coverage.ts';
import type { Mutant } from './draw.ts';
import { type Ended, runTests } from './run-tests.ts';
import { mutated } from './site.ts';

/** What happened to a mutant. */
export interface Tried {
  /** `refused`: lint rejects it, so that it says nothing about the tests, like a fault that types reject. */
  result: 'caught' | 'survived' | 'not executed' | 'refused';
  /** The tests that failed, or for a survivor the number of test files that passed. */
  by: string;
  took_s: number;
}

interface Trial {
  covered: ReadonlyMap<string, Covered>;
  env: Record<string, string>;
  patience_s: number;
}

const isRefusedByLint = (folder: string, file: string): Promise<boolean> => {
  const lint = [join(root, 'node_modules', '.bin', 'biome'), 'lint', '--error-on-warnings', '--vcs-enabled=false'];
  return failsIn(folder, [...lint, file]);
};

/** Lint does not know the types of libraries. `npm run check` looks for promises of theirs that are not awaited. */
const hasFloatingPromise = (folder: string, file: string): Promise<boolean> =>
  failsIn(folder, [process.execPath, 'test/runner/floating-promises.ts', file]);

async function failsIn(cwd: string, [program = '', ...given]: string[]): Promise<boolean> {
  const child = spawn(program, given, { cwd, stdio: 'ignore' });
  return (await new Promise((resolve) => child.once('close', resolve))) === 1;
}

/**
 * A busy machine, and a fault that makes everything slower, are no failures: tests that do not end in time run once more,
 * with three times as long.
 */
export async function runPatiently(timeout_s: number, run: (timeout_s: number) => Promise<Ended>): Promise<Ended> {
  const ended = await run(timeout_s);
  return ended.isLate ? run(3 * timeout_s) : ended;
}

/** Runs the tests that execute a mutant, until one fails. */
export async function tryMutant(copy: Copy, mutant: Mutant, { covered, env, patience_s }: Trial): Promise<Tried> {
  const started = performance.now();
  const tried = (result: Tried['result'], by: string): Tried => ({
    result,
    by,
    took_s: (performance.now() - started) / 1_000,
  });
  return copy.withText(
    mutant.file,
    (text) => mutated(text, mutant),
    async () => {
      if (await isRefusedByLint(copy.folder, mutant.file)) return tried('refused', 'lint');
      if (mutant.kind === 'await' && (await hasFloatingPromise(copy.folder, mutant.file)))
        return tried('caught', 'check: a promise that is not awaited');
      const batches = testsFor(mutant, covered, patience_s);
      if (batches.length === 0) return tried('not executed', '');
      for (const { files, expected_s } of batches) {
        if (files.some(isBrowserTest)) {
          const problem = await buildPages(copy.folder);
          if (problem !== undefined) return tried('caught', `the build of the pages: ${problem}`);
        }
        const { passed, failures } = await runPatiently(60 + 5 * expected_s, (timeout_s) =>
          runTests({ folder: copy.folder, files, env, timeout_s }),
        );
        if (!passed) return tried('caught', failures.slice(0, 3).join('; '));
      }
      return tried('survived', `${batches.flatMap(({ files }) => files).length} test files passed`);
    },
  );
}
