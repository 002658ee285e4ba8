import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { unpackBrowser } from '../../test/browser/browser.ts';
import { startedBeforeVariable, startOnce } from '../../test/process/place.ts';
import { testServerVariable } from '../../test/server.ts';
import { type Copy, copyTree, root } from '../copy-tree.ts';
import { onServer } from '../in-process.ts';
import type { Proof, ProofRun } from '../proof.ts';
import { createRandom } from '../random.ts';
import { isBrowserTest } from './choose-tests.ts';
import { describe, drawMutants, lineOf, type Mutant, sourcesOf } from './draw.ts';
import { cacheFolder, digestsOf } from './kept.ts';
import { recordCoverage } from './record-coverage.ts';
import { resultsIn } from './results.ts';
import { testFiles } from './run-tests.ts';
import { isGoodEnough, scoreTable } from './score.ts';
import { type Kind, kinds } from './site.ts';
import { type Tried, tryMutant } from './try-mutant.ts';
import { openTypeChecker } from './type-checker.ts';

/** Each runs one mutant at a time. */
const copiesAtOnce = 2;
/** How long the tests of one mutant may take together. */
const patience_s = 300;

/**
 * Draws small faults at random, and runs for each the tests that execute it. At least 90 of 100 must be noticed. `only`
 * names the kinds to draw, with commas; with a large `size` it tries each place of an area.
 * @throws AssertionError with the score, if too few are noticed
 */
async function proveMutants({ seed, size, area, only, say }: ProofRun): Promise<void> {
  const wanted = only === undefined ? kinds : readKinds(only);
  const sources = await sourcesOf(root, area);
  assert.ok(sources.length > 0, `no source is in the area ${area}`);
  // The tests of the pages take half of the time, and see little of the service that other tests do not.
  const needsPages = sources.some((file) => file.startsWith('web/'));
  const digests = await digestsOf(root);
  const coverage = join(cacheFolder(root), 'coverage');
  const run = `results-${digests.sources}-${seed}-${[area ?? 'all', ...(only === undefined ? [] : wanted)].join('-').replaceAll('/', '~')}.tsv`;
  const results = await resultsIn(join(cacheFolder(root), run), digests.tests);
  const tests = (await testFiles(root)).filter((file) => needsPages || !isBrowserTest(file));
  const tried: [Mutant, Tried][] = [];
  await withCopies(async (copies, env) => {
    const covered = await recordCoverage({ copies, tests, folder: coverage, env, say });
    const mutants = drawMutants(root, { files: sources, wanted }, createRandom(seed), openTypeChecker(root));
    const trial = { covered, env, patience_s };
    let left = size;
    const work = async (copy: Copy) => {
      while (left > 0) {
        left -= 1;
        const mutant = mutants.next().value;
        if (mutant === undefined) return;
        const before = results.find(mutant);
        const result = before ?? (await tryMutant(copy, mutant, trial));
        if (before === undefined) await results.add(mutant, result);
        if (result.result === 'refused') {
          left += 1;
          continue;
        }
        tried.push([mutant, result]);
        say(lineFor(mutant, result));
      }
    };
    await Promise.all(copies.map(work));
  });
  for (const line of scoreTable(tried)) say(line);
  const missed = tried.filter(([, { result }]) => result !== 'caught');
  for (const [mutant, result] of missed) say(lineFor(mutant, result));
  assert.ok(isGoodEnough(tried), `${missed.length} of ${tried.length} faults were not noticed`);
}

/** @throws TypeError naming what is no kind */
function readKinds(text: string): Kind[] {
  return text.split(',').map((word) => {
    const kind = kinds.find((known) => known === word);
    if (kind === undefined) throw new TypeError(`--only ${word}: must be one of ${kinds.join(', ')}`);
    return kind;
  });
}

const lineFor = (mutant: Mutant, { result, by, took_s }: Tried): string =>
  `${result}: ${mutant.file}:${lineOf(mutant)} ${describe(mutant)}${by === '' ? '' : ` [${by}, ${took_s.toFixed(0)} s]`}`;

/** Passes copies of the tree, and the variables with which tests run in them. */
async function withCopies(
  work: (copies: readonly Copy[], env: Record<string, string>) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'tillhouse-mutants-'));
  await chmod(folder, 0o711);
  const copies: Copy[] = [];
  try {
    await unpackBrowser();
    const parts = await trackedParts();
    for (let count = 0; count < copiesAtOnce; count += 1) copies.push(await copyTree(parts));
    const started = join(folder, 'started');
    await startOnce(started);
    await onServer((server) =>
      work(copies, {
        [testServerVariable]: JSON.stringify(server),
        [startedBeforeVariable]: started,
        // Half of the time of a small file. V8's coverage stays the same but for a few functions.
        NODE_COMPILE_CACHE: join(cacheFolder(root), 'compiled'),
      }),
    );
  } finally {
    for (const copy of copies) await copy.remove();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Everything at the top of the tree. Tests of conventions read more than the others. */
async function trackedParts(): Promise<string[]> {
  const { stdout } = await promisify(execFile)('git', ['ls-tree', '--name-only', 'HEAD'], { cwd: root });
  return stdout.trim().split('\n');
}

/** The tests notice small faults that chance chooses. */
export const proof: Proof = { unit: 'small faults', long: 150, prove: proveMutants };
