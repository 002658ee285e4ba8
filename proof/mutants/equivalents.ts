/** A change that no client and no reader of the data can notice. */
export interface Equivalent {
  file: string;
  /** As the proof prints it. */
  change: string;
  /** The beginning of its line. */
  line: string;
  why: string;
}

export const equivalents: readonly Equivalent[] = [
  {
    file: 'server/src/platform/limits/delay-queries.ts',
    change: '< -> <=',
    line: 'where d.failures < ',
    why: 'The last attempt that is free sets no wait, so the next one passes by its time as well.',
  },
];
