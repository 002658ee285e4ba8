/** One run of a proof. */
export interface ProofRun {
  /** Seed of all random numbers: the same seed tries the same things. */
  seed: number;
  /** How much is tried, in the unit of the proof. */
  size: number;
  /** Runs only one case, in the form in which a failure names it, or only these kinds. Some proofs have no cases. */
  only?: string;
  /** Tries only this part of the tree. Only for a proof over its sources. */
  area?: string;
  /** Reports what was tried and found, one line per call. */
  say(line: string): void;
  /** Plants a fault that the proof must find. Some proofs have none. */
  control?: boolean;
  /** Checks times against their limits: in the long form, on an idle machine. In `npm test` they are only reported. */
  timed?: boolean;
}

/** The export of `proof/<name>/prove-<name>.ts`. */
export interface Proof {
  /** What `size` counts: `kills`, `requests`, … */
  unit: string;
  /** The default size of the long form. */
  long: number;
  /** @throws AssertionError if a promise is broken */
  prove(run: ProofRun): Promise<void>;
}
