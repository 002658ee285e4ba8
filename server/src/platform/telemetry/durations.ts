import { Counter, Histogram, type Metric } from 'prom-client';

/** Durations by name, and the number of requests that shared a commit, for /metrics. */
export interface Durations {
  readonly metrics: readonly Metric[];
  observe(what: Measured, name: string, took_ms: number): void;
  observeBatch(size: number): void;
  countResponse(from: ResponseSource): void;
  countQuota(quota: string): void;
  countRejectedSignIn(limit: SignInLimit): void;
}

/** Whether a cacheable response was in the cache. */
export type ResponseSource = 'cache' | 'database';

/** The limit that rejected a sign-in: see `docs/decisions/0058-guessing-passwords.md`. */
export type SignInLimit = (typeof signInLimits)[number];

const signInLimits = ['account_and_address', 'address', 'network', 'account', 'device'] as const;

export type Measured = keyof typeof histograms;

const histograms = {
  statement: {
    name: 'tillhouse_database_statement_duration_seconds',
    help: 'Time from sending a statement to its result, by operation and table',
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
  },
  connection: {
    name: 'tillhouse_database_connection_wait_seconds',
    help: 'Time that requests waited for a connection of the pool',
    buckets: [0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
  },
  batch_wait: {
    name: 'tillhouse_batch_wait_seconds',
    help: 'Time that a sale waited for others of its merchant before its transaction began',
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1],
  },
  job: {
    name: 'tillhouse_job_duration_seconds',
    help: 'Duration of background jobs',
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 30, 120],
  },
} as const;

/** Names come from a fixed set of texts. If there are more than this, further ones are counted as `other`. */
const namesAtMost = 200;

export function createDurations(): Durations {
  const measured = Object.fromEntries(
    Object.entries(histograms).map(([what, options]) => [what, byName(options)]),
  ) as Record<Measured, ReturnType<typeof byName>>;
  const batches = new Histogram({
    name: 'tillhouse_commit_batch_size',
    help: 'Sales that shared a transaction and its commit',
    buckets: [1, 2, 3, 5, 8, 13, 20, 30, 40, 50],
    registers: [],
  });
  const answers = new Counter({
    name: 'tillhouse_cached_responses_total',
    help: 'Cacheable responses, by source',
    labelNames: ['from'],
    registers: [],
  });
  const quotas = new Counter({
    name: 'tillhouse_quota_refusals_total',
    help: 'Requests that were rejected because a quota was used up, by quota',
    labelNames: ['quota'],
    registers: [],
  });
  const signIns = new Counter({
    name: 'tillhouse_sign_in_refusals_total',
    help: 'Sign-ins, and repeated checks of a password or code, that were rejected unread after too many failures, by limit',
    labelNames: ['limit'],
    registers: [],
  });
  // Present from the start, so that the first rejection is visible as an increase.
  for (const limit of signInLimits) signIns.inc({ limit }, 0);
  return {
    metrics: [...Object.values(measured).map(({ metric }) => metric), batches, answers, quotas, signIns],
    observe: (what, name, took_ms) => measured[what].observe(name, took_ms / 1_000),
    observeBatch: (size) => batches.observe(size),
    countResponse: (from) => answers.inc({ from }),
    countQuota: (quota) => quotas.inc({ quota }),
    countRejectedSignIn: (limit) => signIns.inc({ limit }),
  };
}

function byName({ buckets, ...described }: { name: string; help: string; buckets: readonly number[] }) {
  const metric = new Histogram({ ...described, buckets: [...buckets], labelNames: ['name'], registers: [] });
  const known = new Map<string, { observe(value: number): void }>();
  return {
    metric,
    observe(name: string, seconds: number) {
      let found = known.get(name);
      if (found === undefined) {
        const isKept = known.size < namesAtMost;
        found = metric.labels(isKept ? name : 'other');
        if (isKept) known.set(name, found);
      }
      found.observe(seconds);
    },
  };
}
