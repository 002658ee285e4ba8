import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Starts processes of its own, or looks at what the one it runs in needs. */
export const needsProcess = (file: string) =>
  /^(bench|client|demo|proof|test\/(browser|process))\//.test(file) || file === 'server/src/features/events/stream.test.ts';

const of_a_group = 10;
const runner = new URL('one-by-one.ts', import.meta.url).href;
let made = 0;

/** What Node is given to run: a file each for test files that need a process to themselves, and for ten of the others. */
export async function group(root: string, files: readonly string[], folder: string): Promise<string[]> {
  const shared = files.filter((file) => !needsProcess(file));
  const groups = files.filter(needsProcess).map((file) => [file]);
  for (let start = 0; start < shared.length; start += of_a_group) groups.push(shared.slice(start, start + of_a_group));
  return Promise.all(
    groups.map(async (paths) => {
      // Node starts them in the order of their names.
      const name = join(folder, `group-${String(++made).padStart(3, '0')}.test.mjs`);
      const absolute = JSON.stringify(
        paths.map((path) => join(root, path)),
        undefined,
        2,
      );
      await writeFile(name, `import { runOneByOne } from '${runner}';\nawait runOneByOne(${JSON.stringify(root)}, ${absolute});\n`);
      return name;
    }),
  );
}
