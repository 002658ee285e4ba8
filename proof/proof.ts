/** One run of a proof. */
export interface ProofRun {
  /** What is drawn at random is drawn from it: the same seed tries the same things. */
  seed: number;
  /** How much is tried, in the proof's own unit. */
  size: number;
  /** One case alone, as a failure named it; for proofs that can. */
  only?: string;
  /** Hears what was tried and found, a line at a time. */
  say(line: string): void;
  /** With a fault planted that the proof must find, where it knows one. */
  control?: boolean;
  /** Whether times are held against their bounds: in the long form, on an idle machine. In `npm test` they are only reported. */
  timed?: boolean;
}

/** What the file `proof/<name>/prove-<name>.ts` has. */
export interface Proof {
  /** What `size` counts: `kills`, `requests`, … */
  unit: string;
  /** The size of the long form, where none is asked for. */
  long: number;
  /** @throws AssertionError when a promise is not kept */
  prove(run: ProofRun): Promise<void>;
}
