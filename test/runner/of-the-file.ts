import { mock, type TestContext } from 'node:test';

/** What `node:test` is to a test file that runs with others in one process: its tests stand below the test of the whole file, which waits for them. */

export let test: TestContext['test'];
export let after: TestContext['after'];

export function begin(file: TestContext): void {
  test = file.test.bind(file);
  after = file.after.bind(file);
}

export { mock };
