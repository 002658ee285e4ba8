import { AsyncLocalStorage } from 'node:async_hooks';
import type { Metric } from 'prom-client';
import type { Watch } from '../kernel/watch.ts';
import { createDurations } from './durations.ts';

/** On whose behalf something is done. */
export interface Occasion {
  readonly request_id?: string;
}

/** What is known of what the service does: how long it takes, and what took too long. */
export interface Telemetry extends Watch {
  readonly metrics: readonly Metric[];
  /** Whatever the work does, however deep, is done on this occasion. */
  within<T>(occasion: Occasion, work: () => T): T;
  /** Work for several requests, done on the occasion of the first. They have waited for it since they came, by `performance.now()`. */
  batch<T>(name: string, members: readonly Member[], work: () => Promise<T>): Promise<T>;
  job<T>(name: string, work: () => Promise<T>): Promise<T>;
}

interface Member {
  readonly request: { readonly occasion: Occasion };
  readonly since: number;
}

interface Log {
  warn(fields: object, message: string): void;
}

interface Options {
  log: Log;
  /** Statements that take longer are written to the log; 0 is never. */
  slow_statement_ms: number;
}

export function createTelemetry({ log, slow_statement_ms }: Options): Telemetry {
  const occasions = new AsyncLocalStorage<Occasion>();
  const durations = createDurations();
  const slowFrom_ms = slow_statement_ms === 0 ? Number.POSITIVE_INFINITY : slow_statement_ms;

  function tellOfSlow(statement: string, took_ms: number, failure: unknown): void {
    const request_id = occasions.getStore()?.request_id;
    const outcome = failure === undefined ? {} : { failed: true };
    log.warn({ request_id, statement, duration_ms: Math.round(took_ms), ...outcome }, 'a slow statement');
  }

  return {
    metrics: durations.metrics,
    within: (occasion, work) => occasions.run(occasion, work),
    begin(what, name) {
      const began = performance.now();
      return (failure) => {
        const took_ms = performance.now() - began;
        durations.observe(what, name, took_ms);
        if (what === 'statement' && took_ms >= slowFrom_ms) tellOfSlow(name, took_ms, failure);
      };
    },
    batch(name, members, work) {
      const now = performance.now();
      durations.observeBatch(members.length);
      for (const { since } of members) durations.observe('lane', name, now - since);
      return occasions.run(members[0]?.request.occasion ?? {}, work);
    },
    async job(name, work) {
      const began = performance.now();
      try {
        return await occasions.run({}, work);
      } finally {
        durations.observe('job', name, performance.now() - began);
      }
    },
  };
}
