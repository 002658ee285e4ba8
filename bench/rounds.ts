import { type Benchmark, type Contest, type Figures, judge, type Run, type Verdict } from './benchmark.ts';

export interface Played {
  verdicts: Verdict[];
  notes: string[];
}

const signals = ['SIGINT', 'SIGTERM'] as const;
const stoppedCode = 130;

/** Both sides in turn, round after round; who goes first changes, so that neither gains by it. */
export async function play(benchmark: Benchmark, rounds: number, run: Run): Promise<Played> {
  // Services and databases are processes of their own: whoever stops us must not leave them running, nor while they are being opened.
  let contest: Contest | undefined;
  let closing: Promise<unknown> | undefined;
  const close = () => (closing ??= contest?.close());
  let isStopping = false;
  const stop = () => {
    isStopping = true;
    void close()?.finally(() => process.exit(stoppedCode));
  };
  for (const signal of signals) process.once(signal, stop);
  try {
    contest = await benchmark.open(run);
    if (isStopping) throw new Error('stopped while everything was made ready');
    const ours: Figures[] = [];
    const limits: Figures[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const turns = turnsOf(contest, ours, limits);
      for (const turn of round % 2 === 0 ? turns : turns.toReversed()) await turn();
      run.say(
        `${benchmark.name}, round ${round + 1} of ${rounds}: ${describe(ours.at(-1))}${limits.length > 0 ? `, limit ${describe(limits.at(-1))}` : ''}`,
      );
    }
    const column = (figures: Figures[], name: string) => figures.flatMap((one) => one[name] ?? []);
    const verdicts = benchmark.measures.map((measure) =>
      judge(measure, column(ours, measure.name), column(limits, measure.name)),
    );
    return { verdicts, notes: contest.notes() };
  } finally {
    for (const signal of signals) process.off(signal, stop);
    await close();
  }
}

function turnsOf(contest: Contest, ours: Figures[], limits: Figures[]): (() => Promise<unknown>)[] {
  const { limit } = contest;
  const own = async () => ours.push(await contest.ours());
  return limit === undefined ? [own] : [async () => limits.push(await limit()), own];
}

const describe = (figures: Figures | undefined) =>
  Object.entries(figures ?? {})
    .map(([name, figure]) => `${name} ${figure >= 100 ? Math.round(figure) : figure.toFixed(2)}`)
    .join(', ');
