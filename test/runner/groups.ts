import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Opens the pages in a browser. The files of a group share it. */
export const needsBrowser = (file: string) => file.startsWith('test/browser/');

/** Starts processes, or measures the process that it runs in, so it does not share one. */
export const needsProcess = (file: string) =>
  /^(bench|client|demo|proof|test\/process)\//.test(file) || file === 'server/src/features/events/stream.test.ts';

/** How many files share a process: the more, the less time is spent on loading the same modules. */
const filesPerGroup = { browser: 4, other: 16 };
const runner = new URL('one-by-one.ts', import.meta.url).href;
let written = 0;

/**
 * Writes what Node runs: a file for each group of test files.
 * Files that wait for processes alternate with groups that keep a core busy.
 * @param files paths below `root`
 * @returns the written files, in the order in which Node should start them
 */
export async function writeGroups(root: string, files: readonly string[], folder: string): Promise<string[]> {
  const sorted = await largestFirst(root, files);
  const alone = sorted.filter(needsProcess).map((file) => [file]);
  const browser = deal(sorted.filter(needsBrowser), filesPerGroup.browser);
  const other = deal(
    sorted.filter((file) => !needsProcess(file) && !needsBrowser(file)),
    filesPerGroup.other,
  );
  return Promise.all([...alternate(alone, other), ...browser].map((paths) => writeGroup(root, paths, folder)));
}

async function writeGroup(root: string, paths: readonly string[], folder: string): Promise<string> {
  written += 1;
  // Node starts them in the order of their names.
  const name = join(folder, `group-${String(written).padStart(3, '0')}.test.mjs`);
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
}

/** A long file that starts last would run alone at the end. */
async function largestFirst(root: string, files: readonly string[]): Promise<string[]> {
  const sized = await Promise.all(files.map(async (file) => ({ file, bytes: (await stat(join(root, file))).size })));
  return sized.sort((one, other) => other.bytes - one.bytes).map(({ file }) => file);
}

/** Distributes files, which are sorted by size, so that each group gets large ones and small ones. */
function deal(files: readonly string[], perGroup: number): string[][] {
  const groups = Array.from({ length: Math.ceil(files.length / perGroup) }, (): string[] => []);
  for (const [index, file] of files.entries()) groups[index % groups.length]?.push(file);
  return groups;
}

const alternate = <Item>(one: readonly Item[], other: readonly Item[]): Item[] =>
  Array.from({ length: Math.max(one.length, other.length) }, (_, index) => [one[index], other[index]])
    .flat()
    .filter((item) => item !== undefined);
