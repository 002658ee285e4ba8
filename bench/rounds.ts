import { type Benchmark, type Comparison, evaluate, type Figures, type Run, type Verdict } from './benchmark.ts';

export interface RoundResults {
  verdicts: Verdict[];
  notes: string[];
}

const signals = ['SIGINT', 'SIGTERM'] as const;
const stoppedCode = 130;

/** Measures both sides in turn, in several rounds. The order changes with each round, so that no side profits from it. */
export async function runRounds(benchmark: Benchmark, rounds: number, run: Run): Promise<RoundResults> {
  // Services and databases are separate processes. A signal must end them too, even while they are being started.
  let comparison: Comparison | undefined;
  let closing: Promise<unknown> | undefined;
  const close = () => (closing ??= comparison?.close());
  let isStopping = false;
  const stop = () => {
    isStopping = true;
    void close()?.finally(() => process.exit(stoppedCode));
  };
  for (const signal of signals) process.once(signal, stop);
  try {
    comparison = await benchmark.open(run);
    if (isStopping) throw new Error('stopped during the preparation');
    const ours: Figures[] = [];
    const limits: Figures[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const turns = turnsOf(comparison, ours, limits);
      for (const turn of round % 2 === 0 ? turns : turns.toReversed()) await turn();
      run.say(
        `${benchmark.name}, round ${round + 1} of ${rounds}: ${describe(ours.at(-1))}${limits.length > 0 ? `, limit ${describe(limits.at(-1))}` : ''}`,
      );
    }
    const column = (figures: Figures[], name: string) => figures.flatMap((one) => one[name] ?? []);
    const verdicts = benchmark.measures.map((measure) =>
      evaluate(measure, column(ours, measure.name), column(limits, measure.name)),
    );
    return { verdicts, notes: comparison.notes() };
  } finally {
    for (const signal of signals) process.off(signal, stop);
    await close();
  }
}

function turnsOf(comparison: Comparison, ours: Figures[], limits: Figures[]): (() => Promise<unknown>)[] {
  const { measureLimit } = comparison;
  const service = async () => ours.push(await comparison.measureService());
  return measureLimit === undefined ? [service] : [async () => limits.push(await measureLimit()), service];
}

const describe = (figures: Figures | undefined) =>
  Object.entries(figures ?? {})
    .map(([name, figure]) => `${name} ${figure >= 100 ? Math.round(figure) : figure.toFixed(2)}`)
    .join(', ');
