import { type Benchmark, type Contest, type Figures, judge, type Run, type Verdict } from './benchmark.ts';

export interface Played {
  verdicts: Verdict[];
  notes: string[];
}

/** Both sides in turn, round after round; who goes first changes, so that neither gains by it. */
export async function play(benchmark: Benchmark, rounds: number, run: Run): Promise<Played> {
  const contest = await benchmark.open(run);
  try {
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
    const verdicts = benchmark.measures.map((measure) => judge(measure, column(ours, measure.name), column(limits, measure.name)));
    return { verdicts, notes: contest.notes() };
  } finally {
    await contest.close();
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
