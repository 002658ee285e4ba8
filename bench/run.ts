import { parseArgs } from 'node:util';
import { type Benchmark, type Run, Skipped, type Verdict } from './benchmark.ts';
import { benchmarks } from './catalogue.ts';
import { writeReport } from './report.ts';
import { describeMachine, readCommit, writeResult } from './results.ts';
import { runRounds } from './rounds.ts';

/**
 * `npm run bench` runs all benchmarks, `npm run bench -- sale` those whose names begin with `sale-`. Each prints its ratio
 * and its bound.
 *   --list            only lists the names
 *   --rounds 5        number of rounds
 *   --seconds 5       time for each side in a round
 *   --minutes 30      length of the soak
 *   --scale 0.01      smaller data, for a quick trial
 *   --data folder     a folder filled by `npm run seed` (its DATA_DIR): lists and reports use its data
 *   --strict          exits with 1 if a bound is missed
 *   --no-keep         writes no result
 *   --report          only writes docs/reference/performance.md from the results
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  allowNegative: true,
  options: {
    list: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '5' },
    minutes: { type: 'string', default: '30' },
    scale: { type: 'string', default: '1' },
    data: { type: 'string' },
    strict: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: true },
    report: { type: 'boolean', default: false },
  },
});

const amount = (name: 'rounds' | 'seconds' | 'minutes' | 'scale'): number => {
  const value = Number(values[name]);
  if (!(value > 0)) throw new Error(`--${name} must be a number above 0`);
  return value;
};

const started = performance.now();
const say = (line: string) =>
  console.log(`${((performance.now() - started) / 1_000).toFixed(1).padStart(8)} s  ${line}`);
const run: Run = {
  seconds: amount('seconds'),
  minutes: amount('minutes'),
  scale: amount('scale'),
  data: values.data,
  say,
};

/** A full name selects one benchmark. Any other word selects those whose names begin with it and a hyphen. */
const matches = (word: string, { name }: Benchmark) =>
  benchmarks.some((one) => one.name === word) ? name === word : name.startsWith(`${word}-`);
const isSelected = (benchmark: Benchmark) =>
  positionals.length === 0 || positionals.some((word) => matches(word, benchmark));

async function main(): Promise<void> {
  if (values.report) return writeReport();
  const selected = benchmarks.filter(isSelected);
  if (selected.length === 0)
    throw new Error(`unknown benchmark; known are ${benchmarks.map(({ name }) => name).join(', ')}`);
  if (values.list) {
    for (const { name, title } of selected) console.log(`${name.padEnd(20)} ${title}`);
    return;
  }
  for (const benchmark of selected) await measure(benchmark);
}

async function measure(benchmark: Benchmark): Promise<void> {
  say(`${benchmark.name}: ${benchmark.title}`);
  const rounds = benchmark.rounds ?? Math.round(amount('rounds'));
  const machine = await describeMachine();
  try {
    const { verdicts, notes } = await runRounds(benchmark, rounds, run);
    for (const verdict of verdicts) say(sentenceOf(verdict));
    for (const note of notes) say(`  ${note}`);
    if (values.strict && verdicts.some(({ isKept }) => isKept === false)) process.exitCode = 1;
    if (!values.keep) return;
    const facts = {
      benchmark: benchmark.name,
      title: benchmark.title,
      at: new Date().toISOString(),
      commit: await readCommit(),
      machine,
    };
    const extent = { rounds, seconds: run.seconds, minutes: run.minutes, scale: run.scale };
    say(`  written to bench/results/${await writeResult({ ...facts, ...extent, verdicts, notes })}`);
  } catch (error) {
    if (!(error instanceof Skipped)) throw error;
    say(`${benchmark.name} is skipped: ${error.message}`);
  }
}

function sentenceOf({ measure, figure, least, most, limits, isKept }: Verdict): string {
  const shown = (value: number) => (value >= 100 ? value.toFixed(0) : value.toFixed(value < 0.1 ? 3 : 2));
  const what = limits.length > 0 ? `${shown(figure)} × ${measure.limit}` : `${shown(figure)} ${measure.unit}`;
  const bound =
    measure.at_least !== undefined
      ? `at least ${measure.at_least}`
      : measure.at_most !== undefined
        ? `at most ${measure.at_most}`
        : 'no bound';
  return `${measure.name}: ${what} (${shown(least)}–${shown(most)}); ${bound}${isKept === undefined ? '' : isKept ? ', kept' : ', MISSED'}`;
}

await main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
process.exit();
