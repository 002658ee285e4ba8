/** A change that no client and no reader of the data can notice. */
export interface Equivalent {
  file: string;
  /** As the proof prints it. */
  change: string;
  why: string;
}

export const equivalents: readonly Equivalent[] = [];
