/** What one side did in a round, by the name of the measure. */
export type Figures = Record<string, number>;

/** What is found out, and what it should be. */
export interface Measure {
  name: string;
  /** In words, for the page. */
  title: string;
  unit: string;
  /** What ours is measured against; left out where the figure itself has a bound. */
  limit?: string;
  /** Of the ratio to the limit, or of the figure where there is none; with neither it is only shown. */
  at_least?: number;
  at_most?: number;
}

export interface Benchmark {
  name: string;
  title: string;
  measures: readonly Measure[];
  /** Where it is long, and says of itself what its rounds are. */
  rounds?: number;
  /** Makes everything ready: services, data, clients. */
  open(run: Run): Promise<Contest>;
}

/** Both sides, ready to be measured as often as there are rounds. */
export interface Contest {
  ours(): Promise<Figures>;
  limit?(): Promise<Figures>;
  /** What else is to be known of it: sizes, how busy the clients were. */
  notes(): string[];
  close(): Promise<void>;
}

export interface Run {
  /** How long a side is measured in a round. */
  seconds: number;
  /** For benchmarks whose length is in minutes. */
  minutes: number;
  /** Scales data down: 1 is the size that is promised, a hundredth is for trying out. */
  scale: number;
  /** A folder that `npm run seed` has filled, to be used in place of new data. */
  data?: string | undefined;
  /** Hears how it goes, a line at a time. */
  say(line: string): void;
}

/** How long a side works before it counts: a service that has just started answers a third of what it will. */
export const warmUp = (seconds: number): number => Math.min(8, 2 * seconds);

/** A limit that this machine does not have is no failure. */
export class Skipped extends Error {}

export interface Verdict {
  measure: Measure;
  ours: number[];
  limits: number[];
  /** The ratio of the medians; the median itself where there is no limit. */
  figure: number;
  /** Of the rounds, each by itself. */
  least: number;
  most: number;
  /** Undefined where there is no bound. */
  isKept: boolean | undefined;
}

export const median = (numbers: readonly number[]): number => {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2;
};

export function judge(measure: Measure, ours: number[], limits: number[]): Verdict {
  const isRatio = limits.length > 0;
  const each = isRatio ? ours.map((figure, round) => figure / (limits[round] ?? Number.NaN)) : ours;
  const figure = isRatio ? median(ours) / median(limits) : median(ours);
  const { at_least, at_most } = measure;
  const hasBound = at_least !== undefined || at_most !== undefined;
  return {
    measure,
    ours,
    limits,
    figure,
    least: Math.min(...each),
    most: Math.max(...each),
    isKept: hasBound ? figure >= (at_least ?? figure) && figure <= (at_most ?? figure) : undefined,
  };
}
