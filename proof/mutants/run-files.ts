import { unpackBrowser } from '../../test/browser/browser.ts';
import { needsBrowser } from '../../test/runner/groups.ts';
import { runOneByOne } from '../../test/runner/one-by-one.ts';

/** Runs the test files that are its arguments, in this process. */
const root = new URL('../..', import.meta.url).pathname.slice(0, -1);
const files = process.argv.slice(2);
if (files.some(needsBrowser)) await unpackBrowser();
await runOneByOne(
  root,
  files.map((file) => `${root}/${file}`),
);
