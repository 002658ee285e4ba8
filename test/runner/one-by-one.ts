import { registerHooks } from 'node:module';
import { relative } from 'node:path';
import { type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { endIfLeftOpen, watchEventLoop } from './end-of-file.ts';
import { watchGlobals } from './globals.ts';
import { begin, closeShared } from './of-the-file.ts';

const ofTheFile = new URL('of-the-file.ts', import.meta.url).href;

interface Limits {
  /** How long a test may take, in milliseconds. */
  test_ms?: number;
  /** How long the event loop may be blocked. */
  blocked_ms?: number;
  /** How long a process may take to end after its last test. */
  grace_ms?: number;
}

/** Long, because a busy machine needs several times as long. */
const test_ms = 300_000;
const file_ms = 900_000;

/**
 * Runs test files one after the other in this process. Shared modules are loaded once, which is most of the work of a small
 * file. Each file is a test, named by its path, with its tests below it. Its `after` hooks run before the next file starts.
 * A process that hangs is ended, and its file is named: a thread detects a blocked event loop, and a timer detects handles
 * that are open after the last test.
 */
export async function runOneByOne(root: string, files: readonly string[], limits: Limits = {}): Promise<void> {
  registerHooks({
    // In a file, `test` creates a test below that of the file. Node finds the parent by the running promise, which is lost
    // when a module waits at its top level.
    resolve: (specifier, context, next) =>
      specifier === 'node:test' && context.parentURL !== ofTheFile
        ? { url: ofTheFile, shortCircuit: true }
        : next(specifier, context),
  });
  const names = files.map((file) => relative(root, file));
  const watch = watchEventLoop(names, limits.blocked_ms);
  const globals = watchGlobals();
  for (const [number, file] of files.entries()) {
    watch.begin(number);
    await test(names[number], { timeout: file_ms }, async (around: TestContext) => {
      begin(around, limits.test_ms ?? test_ms);
      await import(pathToFileURL(file).href);
    });
    const replaced = globals.restore();
    if (replaced.length > 0)
      await test(`${names[number]} restores what it replaces`, () => {
        throw new Error(`It has left ${replaced.join(' and ')} replaced`);
      });
  }
  endIfLeftOpen(names, limits.grace_ms);
  await closeShared();
}
