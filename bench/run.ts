import { parseArgs } from 'node:util';
import { type Benchmark, type Run, Skipped, type Verdict } from './benchmark.ts';
import { benchmarks } from './catalogue.ts';
import { writeReport } from './report.ts';
import { describeMachine, keepResult, readCommit } from './results.ts';
import { play } from './rounds.ts';

/**
 * `npm run bench` runs all benchmarks, `npm run bench -- sale` those whose names begin so; each prints its ratio beside the bound.
 *   --list            only names them
 *   --rounds 5        how often both sides are measured in turn
 *   --seconds 5       how long a side is measured each time
 *   --minutes 30      how long the soak is
 *   --scale 0.01      with smaller data, for trying out
 *   --data folder     one that `npm run seed` has filled (as DATA_DIR): lists and reports use its data
 *   --strict          ends with 1 where a bound is missed
 *   --no-keep         writes no result
 *   --report          writes docs/reference/performance.md from the results, and runs nothing
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

/** One by its whole name, or all whose names begin so. */
const isMeant = (asked: string, { name }: Benchmark) =>
  benchmarks.some((one) => one.name === asked) ? name === asked : name.startsWith(`${asked}-`);
const isAsked = (benchmark: Benchmark) =>
  positionals.length === 0 || positionals.some((asked) => isMeant(asked, benchmark));

async function main(): Promise<void> {
  if (values.report) return writeReport();
  const asked = benchmarks.filter(isAsked);
  if (asked.length === 0)
    throw new Error(`there is no such benchmark; there are ${benchmarks.map(({ name }) => name).join(', ')}`);
  if (values.list) {
    for (const { name, title } of asked) console.log(`${name.padEnd(20)} ${title}`);
    return;
  }
  for (const benchmark of asked) await measure(benchmark);
}

async function measure(benchmark: Benchmark): Promise<void> {
  say(`${benchmark.name}: ${benchmark.title}`);
  const rounds = benchmark.rounds ?? Math.round(amount('rounds'));
  const machine = await describeMachine();
  try {
    const { verdicts, notes } = await play(benchmark, rounds, run);
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
    say(`  kept in bench/results/${await keepResult({ ...facts, ...extent, verdicts, notes })}`);
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
