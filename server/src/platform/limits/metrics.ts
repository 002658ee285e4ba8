import { Counter, Gauge, type Metric } from 'prom-client';
import type { SemaphoreCounts } from '../../core/concurrency/keyed-semaphore.ts';

/** Resources with shares. */
export type Shared = 'request' | 'person_request' | 'address_request' | 'large_body' | 'heavy_work' | 'connection';

/** The counts of the shares for Prometheus, over all merchants. */
export function createLimitMetrics(counts: Record<Shared, () => SemaphoreCounts>): Metric[] {
  const gauge = (name: string, help: string, value: 'running' | 'waiting') =>
    new Gauge({
      name,
      help,
      labelNames: ['of'],
      registers: [],
      collect() {
        for (const [of, read] of Object.entries(counts)) this.set({ of }, read()[value]);
      },
    });
  const rejected = new Counter({
    name: 'tillhouse_merchant_share_refused_total',
    help: 'Requests, work and connections that were rejected because the share was used up',
    labelNames: ['of'],
    registers: [],
    collect() {
      this.reset();
      for (const [of, read] of Object.entries(counts)) this.inc({ of }, read().rejected);
    },
  });
  return [
    gauge(
      'tillhouse_merchant_share_under_way',
      'Running requests, work and connections that count for a share',
      'running',
    ),
    gauge('tillhouse_merchant_share_waiting', 'Requests, work and connections that wait for a share', 'waiting'),
    rejected,
  ];
}
