import { registerHooks } from 'node:module';
import { relative } from 'node:path';
import { type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { begin } from './of-the-file.ts';

const ofTheFile = new URL('of-the-file.ts', import.meta.url).href;

/**
 * Runs test files one after the other in this process: what they all load is loaded once, which is most of the work of a small file. Each is a test of
 * its own, named by its path, with its tests below it; what it wants to be done `after` is done at its own end, before the next file begins.
 */
export async function runOneByOne(root: string, files: readonly string[]): Promise<void> {
  registerHooks({
    // A file that says `test` means: below my own. Node finds the test around by the promise that runs, and a module that waits loses it.
    resolve: (specifier, context, next) =>
      specifier === 'node:test' && context.parentURL !== ofTheFile ? { url: ofTheFile, shortCircuit: true } : next(specifier, context),
  });
  for (const file of files)
    await test(relative(root, file), async (around: TestContext) => {
      begin(around);
      await import(pathToFileURL(file).href);
    });
}
