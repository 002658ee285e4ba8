/** The figures of one side in a round, by the name of the measure. */
export type Figures = Record<string, number>;

/** A measured figure and its bound. */
export interface Measure {
  name: string;
  /** For docs/reference/performance.md. */
  title: string;
  unit: string;
  /** What Tillhouse is compared with. Without it, the bound is of the figure itself. */
  limit?: string;
  /** Bounds of the ratio to the limit, or of the figure. Without a bound the figure is only shown. */
  at_least?: number;
  at_most?: number;
}

export interface Benchmark {
  name: string;
  title: string;
  measures: readonly Measure[];
  /** The number of rounds of a long benchmark, instead of `--rounds`. */
  rounds?: number;
  /** Prepares services, data and clients. */
  open(run: Run): Promise<Comparison>;
}

/** Both sides of a benchmark, ready to be measured in several rounds. */
export interface Comparison {
  measureService(): Promise<Figures>;
  measureLimit?(): Promise<Figures>;
  /** Further facts: sizes, how busy the clients were. */
  notes(): string[];
  close(): Promise<void>;
}

export interface Run {
  /** The time for which a side is measured in a round. */
  seconds: number;
  /** The length of the soak. */
  minutes: number;
  /** The size of the data: 1 is the promised size, 0.01 is for a quick trial. */
  scale: number;
  /** A folder filled by `npm run seed`, used instead of new data. */
  data?: string | undefined;
  /** Reports progress, one line per call. */
  say(line: string): void;
}

/** Seconds of work before a measurement: a service that has just started serves only a third of its later rate. */
export const warmUp = (seconds: number): number => Math.min(8, 2 * seconds);

/** This machine lacks something that the benchmark needs. The benchmark is skipped, which is no failure. */
export class Skipped extends Error {}

/** Part of a result file in bench/results, so the names of the fields are fixed. */
export interface Verdict {
  measure: Measure;
  ours: number[];
  limits: number[];
  /** The ratio of the medians, or the median itself without a limit. */
  figure: number;
  /** The range over the rounds. */
  least: number;
  most: number;
  /** Undefined without a bound. */
  isKept: boolean | undefined;
}

export const median = (numbers: readonly number[]): number => {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2;
};

export function evaluate(measure: Measure, ours: number[], limits: number[]): Verdict {
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
