import { mock, type TestContext, type TestOptions } from 'node:test';

/** Replaces `node:test` for a test file that shares its process. Its tests are children of the file's test, which waits for them. */

type Test = TestContext['test'];

export let test: Test;
export let after: TestContext['after'];
export let afterEach: TestContext['afterEach'];

/** @param timeout the timeout of each test in milliseconds; without it, a test would have that of the whole file */
export function begin(file: TestContext, timeout: number): void {
  test = ((name: string, ...rest: [TestOptions, () => void] | [() => void]) => {
    const [options, work] = rest.length === 1 ? [{}, ...rest] : rest;
    return file.test(name, { timeout, ...options }, work);
  }) as Test;
  after = file.after.bind(file);
  afterEach = file.afterEach.bind(file);
}

const closings: (() => Promise<void>)[] = [];

/** Registers work for after the last file of the process: it closes what its files share. */
export const afterAllFiles = (close: () => Promise<void>): void => void closings.push(close);

export async function closeShared(): Promise<void> {
  for (const close of closings.splice(0)) await close();
}

export { mock };
