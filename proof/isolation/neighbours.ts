import { type ChildProcess, fork } from 'node:child_process';
import type { Merchant } from './merchants.ts';

export const works = ['sale', 'read', 'report', 'live'] as const;
export type Work = (typeof works)[number];

/** Figures of one kind of request. */
export interface WorkFigures {
  count: number;
  p50_ms: number;
  p99_ms: number;
  worst_ms: number;
  /** Number of rejected requests by status; 0 is no response. */
  refused: Record<string, number>;
}

export type Observed = Record<Work, WorkFigures>;

export interface NeighbourPlan {
  url: string;
  merchants: { products: string[]; branch: string }[];
  /** Multiplies the pauses between requests; 1 is a busy shop. */
  pace: number;
}

export type Command =
  | { tokens: string[] }
  | { tokens: string[]; start: NeighbourPlan }
  | { phase: number }
  | { observe: number };

/** Merchants that sell, read and report in a separate process. */
export interface Neighbours {
  /** Begins a phase. It contains all requests sent from now on, or still waiting for a response. @returns its number */
  beginPhase(): number;
  /** Ends a phase. @returns its figures */
  observe(phase: number): Promise<Observed>;
  useTokensOf(merchants: readonly Merchant[]): void;
  close(): Promise<void>;
}

const tokensOf = (merchants: readonly Merchant[]) => merchants.map(({ users: [owner] }) => owner?.access_token ?? '');

export function startNeighbours(url: string, merchants: readonly Merchant[], pace = 1): Neighbours {
  const child: ChildProcess = fork(new URL('neighbour-process.ts', import.meta.url).pathname, { execArgv: [] });
  const waiting = new Map<number, (observed: Observed) => void>();
  child.on('message', ({ observed, ...figures }: { observed: number } & Observed) => {
    waiting.get(observed)?.(figures);
    waiting.delete(observed);
  });
  const plan: NeighbourPlan = {
    url,
    merchants: merchants.map(({ products, branch }) => ({ products: products.slice(0, 200), branch })),
    pace,
  };
  const send = (command: Command) => child.send(command);
  send({ tokens: tokensOf(merchants), start: plan });
  let phase = 0;
  const gone = new Promise<never>((_, reject) =>
    child.once('exit', () => reject(new Error('the process of the neighbours has ended'))),
  );
  gone.catch(() => undefined);
  return {
    beginPhase() {
      phase += 1;
      send({ phase });
      return phase;
    },
    observe(of) {
      const answer = new Promise<Observed>((resolve) => waiting.set(of, resolve));
      send({ phase: ++phase });
      send({ observe: of });
      return Promise.race([answer, gone]);
    },
    useTokensOf: (some) => void send({ tokens: tokensOf(some) }),
    async close() {
      child.disconnect();
      await gone.catch(() => undefined);
    },
  };
}
