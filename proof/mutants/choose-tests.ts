import { basename, dirname } from 'node:path';
import { type Covered, covers } from './coverage.ts';
import type { Site } from './site.ts';

/** Test files that run in one process, and how long they took without a fault. */
export interface Batch {
  files: string[];
  expected_s: number;
}

/** What a file by itself needs to load its modules. In a batch only the first one does. */
const load_s = 3;
/** Of files that are equally near, one that takes longer runs after the others: ten of these may run in its time. */
const slow_s = 30;
/** Compares the whole description of the interface: it notices every change of a schema. */
const ofDescription = 'test/conventions/generated.test.ts';
/** Compares the pages of limits and timeouts with the sources, which it reads and does not execute. */
const ofLimits = 'test/conventions/limits.test.ts';
/** Compares pictures: it notices a place or a width that has changed, which other tests of the pages do not. */
const ofPictures = 'test/browser/pictures/key-pages.test.ts';
const alwaysRun = [ofDescription, ofLimits, ofPictures];

/**
 * The test files that execute a place, those that are most likely to notice a fault first: near the source, then quick
 * ones, then those that execute most of it. A few start alone; the others follow in larger batches.
 * @param patience_s how long all of them may take
 */
export function testsFor(
  { file, start, kind }: Pick<Site, 'start' | 'kind'> & { file: string },
  covered: ReadonlyMap<string, Covered>,
  patience_s: number,
): Batch[] {
  const executes = ({ sources }: Covered) => sources[file] !== undefined && covers(sources[file], start);
  const isNumber = file.startsWith('server/src/') && ['constant', 'arithmetic', 'member'].includes(kind);
  const candidates = [...covered]
    .filter(([test, each]) => executes(each) || (isNumber && test === ofLimits))
    .map(([test, { took_s, sources }]) => ({
      test,
      took_s: Math.max(1, took_s - load_s),
      near: nearness(test, file),
      bytes: lengthOf(sources[file] ?? []),
    }))
    .sort(
      (one, other) =>
        other.near - one.near ||
        Number(one.took_s > slow_s) - Number(other.took_s > slow_s) ||
        other.bytes - one.bytes ||
        one.took_s - other.took_s,
    );
  const batches: Batch[] = [];
  let total_s = 0;
  for (const { test, took_s } of candidates) {
    if (!alwaysRun.includes(test) && total_s > 0 && total_s + took_s > patience_s) continue;
    total_s += took_s;
    const last = batches.at(-1);
    const isFirst = batches.length === 1;
    // The pages are built before browser tests, so these have batches of their own.
    const fits =
      last !== undefined &&
      isBrowserTest(last.files[0] ?? '') === isBrowserTest(test) &&
      last.expected_s + took_s <= (isFirst ? 10 : 30);
    if (fits) {
      last.files.push(test);
      last.expected_s += took_s;
    } else batches.push({ files: [test], expected_s: took_s });
  }
  return batches;
}

export const isBrowserTest = (file: string): boolean => file.startsWith('test/browser/');

/**
 * How many folders of their paths are the same. A test of the pages is in another folder than they are: the words of
 * its name count, `till-catalogue` for `till/catalogue/`.
 */
function nearness(test: string, file: string): number {
  if (isBrowserTest(test))
    return wordsOf(basename(test, '.test.ts')).filter((word) => wordsOf(file).includes(word)).length;
  const [one, other] = [dirname(test).split('/'), dirname(file).split('/')];
  const different = one.findIndex((folder, at) => folder !== other[at]);
  return different === -1 ? one.length : different;
}

const wordsOf = (path: string): string[] => path.split(/[^a-z]+/);

function lengthOf(ranges: readonly number[]): number {
  let length = 0;
  for (let at = 0; at < ranges.length; at += 2) length += (ranges[at + 1] as number) - (ranges[at] as number);
  return length;
}
