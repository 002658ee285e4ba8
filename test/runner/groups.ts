import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Starts processes of its own, or looks at what the one it runs in needs. */
export const needsProcess = (file: string) =>
  /^(bench|client|demo|proof|test\/(browser|process))\//.test(file) || file === 'server/src/features/events/stream.test.ts';

const of_a_group = 10;
const runner = new URL('one-by-one.ts', import.meta.url).href;
let made = 0;

/** What Node is given to run: files that need a process to themselves, and for the others files that run ten of them each. */
export async function group(root: string, files: readonly string[], folder: string): Promise<string[]> {
  const shared = files.filter((file) => !needsProcess(file));
  const groups: string[] = [];
  for (let start = 0; start < shared.length; start += of_a_group) {
    const name = join(folder, `group-${++made}.test.mjs`);
    const paths = shared.slice(start, start + of_a_group).map((file) => join(root, file));
    await writeFile(
      name,
      `import { runOneByOne } from '${runner}';\nawait runOneByOne(${JSON.stringify(root)}, ${JSON.stringify(paths, undefined, 2)});\n`,
    );
    groups.push(name);
  }
  return [...files.filter(needsProcess), ...groups];
}
