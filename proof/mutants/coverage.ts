import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What a test file executes. */
export interface Covered {
  /** Its time by itself. */
  took_s: number;
  /** By source file: the ends of the executed ranges, as start, end, start, end, … in ascending order. */
  sources: Record<string, number[]>;
}

interface KeptCoverage extends Covered {
  /** Digests of these sources. */
  digests: Record<string, string>;
}

/** What V8 writes for a script. */
interface Script {
  url: string;
  functions: { ranges: { startOffset: number; endOffset: number; count: number }[] }[];
}

/** The folder in which V8 leaves what the processes of one test file executed. */
export const withCoverageFolder = async <Result>(folder: string, work: (folder: string) => Promise<Result>) => {
  await mkdir(folder, { recursive: true });
  const own = await mkdtemp(join(folder, 'v8-'));
  try {
    return await work(own);
  } finally {
    await rm(own, { recursive: true, force: true });
  }
};

/** Reads what the processes of a test file executed of the sources below `root`. */
export async function readCovered(folder: string, root: string): Promise<Covered['sources']> {
  const before = pathToFileURL(join(root, '/')).href;
  const sources: Covered['sources'] = {};
  for (const name of await readdir(folder)) {
    const { result } = JSON.parse(await readFile(join(folder, name), 'utf8')) as { result: Script[] };
    for (const script of result) {
      if (!script.url.startsWith(before)) continue;
      const file = script.url.slice(before.length).replace(/[?#].*/, '');
      if (!/^(server|client|core|web)\/src\//.test(file)) continue;
      sources[file] = union([...(sources[file] ?? []), ...executed(script)]);
    }
  }
  return sources;
}

/** The ranges that ran: of two ranges at a place, the inner one says whether it ran. Functions may be in any order. */
export function executed({ functions }: Pick<Script, 'functions'>): number[] {
  const ranges = functions
    .flatMap((each) => each.ranges)
    .sort((one, other) => one.startOffset - other.startOffset || other.endOffset - one.endOffset);
  const flat: number[] = [];
  const add = (start: number, end: number, count: number) => {
    if (count === 0 || start >= end) return;
    if (flat.at(-1) === start) flat[flat.length - 1] = end;
    else flat.push(start, end);
  };
  const open: { endOffset: number; count: number }[] = [];
  let at = 0;
  const closeUntil = (offset: number) => {
    for (let inner = open.at(-1); inner !== undefined && inner.endOffset <= offset; inner = open.at(-1)) {
      add(at, inner.endOffset, inner.count);
      at = Math.max(at, inner.endOffset);
      open.pop();
    }
  };
  for (const range of ranges) {
    closeUntil(range.startOffset);
    const outer = open.at(-1);
    if (outer !== undefined) add(at, range.startOffset, outer.count);
    at = range.startOffset;
    open.push(range);
  }
  closeUntil(Number.POSITIVE_INFINITY);
  return flat;
}

/** Sorts and merges ranges that may overlap. */
export function union(ranges: readonly number[]): number[] {
  const pairs = Array.from({ length: ranges.length / 2 }, (_, at) => ranges.slice(2 * at, 2 * at + 2));
  const merged: number[] = [];
  for (const [start = 0, end = 0] of pairs.sort(([one = 0], [other = 0]) => one - other)) {
    const last = merged.at(-1);
    if (last !== undefined && start <= last) merged[merged.length - 1] = Math.max(last, end);
    else merged.push(start, end);
  }
  return merged;
}

/** True if the place is in one of the ranges. */
export function covers(ranges: readonly number[], offset: number): boolean {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle] as number) <= offset) low = middle + 1;
    else high = middle;
  }
  return low % 2 === 1;
}

/** Keeps what was read, so that a run that was broken off goes on. */
export interface CoverageStore {
  read(test: string): Promise<Covered | undefined>;
  write(test: string, covered: Covered): Promise<void>;
}

/**
 * What a changed helper makes a test execute is not read again: it matters only for the choice of tests.
 * @param root the folder of the tree
 */
export function coverageIn(folder: string, root: string): CoverageStore {
  const digests = new Map<string, string>();
  async function digestOf(file: string): Promise<string> {
    const known = digests.get(file);
    if (known !== undefined) return known;
    const content = await readFile(join(root, file)).catch(() => 'missing');
    const digest = createHash('sha256').update(content).digest('hex').slice(0, 12);
    digests.set(file, digest);
    return digest;
  }
  // With its content in the name: a changed test is unknown.
  const fileOf = async (test: string) => join(folder, `${test.replaceAll('/', '~')}-${await digestOf(test)}.json`);
  return {
    async read(test) {
      const text = await readFile(await fileOf(test), 'utf8').catch(() => undefined);
      if (text === undefined) return undefined;
      const kept = JSON.parse(text) as KeptCoverage;
      // Places in a source that has changed are not where they were: the test may execute any of them.
      for (const file of Object.keys(kept.sources))
        if (kept.digests[file] !== (await digestOf(file))) kept.sources[file] = [0, Number.MAX_SAFE_INTEGER];
      return kept;
    },
    async write(test, covered) {
      const kept: KeptCoverage = { ...covered, digests: {} };
      for (const file of Object.keys(covered.sources)) kept.digests[file] = await digestOf(file);
      await mkdir(folder, { recursive: true });
      await writeFile(await fileOf(test), JSON.stringify(kept));
    },
  };
}
