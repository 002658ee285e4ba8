import type { Operation } from './operations.ts';
import { createTally, type Tally } from './tally.ts';

export type Mode = 'valid' | 'one thing wrong' | 'raw bytes' | 'hostile texts' | 'over sockets' | 'limited';

/** The results of a run. */
export interface Findings {
  faults: string[];
  tally: Tally;
  modes: Map<Mode, number>;
  digests: number;
  readBack: number;
  slowest_ms: number;
  operations: readonly Operation[];
}

export const createFindings = (): Findings => ({
  faults: [],
  tally: createTally(),
  modes: new Map(),
  digests: 0,
  readBack: 0,
  slowest_ms: 0,
  operations: [],
});

export const countMode = (mode: Mode, { modes }: Findings) => modes.set(mode, (modes.get(mode) ?? 0) + 1);

export const countRequests = ({ modes }: Findings) => [...modes.values()].reduce((sum, count) => sum + count, 0);
