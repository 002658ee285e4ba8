import { mock, type TestContext, type TestOptions } from 'node:test';

/** What `node:test` is to a test file that runs with others in one process: its tests stand below the test of the whole file, which waits for them. */

type Test = TestContext['test'];

export let test: Test;
export let after: TestContext['after'];
export let afterEach: TestContext['afterEach'];

/** @param timeout of each of its tests, in milliseconds: they would have that of the whole file */
export function begin(file: TestContext, timeout: number): void {
  test = ((name: string, ...rest: [TestOptions, () => void] | [() => void]) => {
    const [options, work] = rest.length === 1 ? [{}, ...rest] : rest;
    return file.test(name, { timeout, ...options }, work);
  }) as Test;
  after = file.after.bind(file);
  afterEach = file.afterEach.bind(file);
}

const closings: (() => Promise<void>)[] = [];

/** Does this after the last file of the process: closes what its files share. */
export const afterAllFiles = (close: () => Promise<void>): void => void closings.push(close);

export async function closeShared(): Promise<void> {
  for (const close of closings.splice(0)) await close();
}

export { mock };
