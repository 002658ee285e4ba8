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
  {
    file: 'server/src/platform/files/scan-xml.ts',
    change: '< -> <=',
    line: 'for (let at = start + 1; at < xml.length;',
    why: 'Beyond the end of a text there is no character, so that the additional step does nothing.',
  },
];
