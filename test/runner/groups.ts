import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Opens the pages in a browser, which the files of a process share. */
export const needsBrowser = (file: string) => file.startsWith('test/browser/');

/** Starts processes of its own, or looks at what the one it runs in needs. */
export const needsProcess = (file: string) =>
  /^(bench|client|demo|proof|test\/process)\//.test(file) || file === 'server/src/features/events/stream.test.ts';

/** How many files share a process. */
const of_a_group = 10;
const of_a_browser = 4;
const runner = new URL('one-by-one.ts', import.meta.url).href;
let made = 0;

/** What Node is given to run: a file each for test files that need a process to themselves, and for some of the others together. */
export async function group(root: string, files: readonly string[], folder: string): Promise<string[]> {
  const groups = [
    ...files.filter(needsProcess).map((file) => [file]),
    ...deal(files.filter(needsBrowser), of_a_browser),
    ...deal(
      files.filter((file) => !needsProcess(file) && !needsBrowser(file)),
      of_a_group,
    ),
  ];
  return Promise.all(
    groups.map(async (paths) => {
      // Node starts them in the order of their names.
      const name = join(folder, `group-${String(++made).padStart(3, '0')}.test.mjs`);
      const absolute = JSON.stringify(
        paths.map((path) => join(root, path)),
        undefined,
        2,
      );
      await writeFile(
        name,
        `import { runOneByOne } from '${runner}';\nawait runOneByOne(${JSON.stringify(root)}, ${absolute});\n`,
      );
      return name;
    }),
  );
}

/** As cards are dealt: of files in the order of their size each group gets large ones and small ones. */
function deal(files: readonly string[], of_each: number): string[][] {
  const groups = Array.from({ length: Math.ceil(files.length / of_each) }, (): string[] => []);
  for (const [at, file] of files.entries()) groups[at % groups.length]?.push(file);
  return groups;
}
