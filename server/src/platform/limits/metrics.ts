import { Counter, Gauge, type Metric } from 'prom-client';
import type { SemaphoreFigures } from '../../core/keyed-semaphore.ts';

/** Resources with shares. */
export type Shared = 'request' | 'person_request' | 'address_request' | 'large_body' | 'heavy_work' | 'connection';

/** Figures of the shares for Prometheus, over all merchants. */
export function createLimitMetrics(figures: Record<Shared, () => SemaphoreFigures>): Metric[] {
  const gauge = (name: string, help: string, value: 'under_way' | 'waiting') =>
    new Gauge({
      name,
      help,
      labelNames: ['of'],
      registers: [],
      collect() {
        for (const [of, read] of Object.entries(figures)) this.set({ of }, read()[value]);
      },
    });
  const refused = new Counter({
    name: 'tillhouse_merchant_share_refused_total',
    help: 'What was refused because its merchant had used up its share',
    labelNames: ['of'],
    registers: [],
    collect() {
      this.reset();
      for (const [of, read] of Object.entries(figures)) this.inc({ of }, read().refused);
    },
  });
  return [
    gauge(
      'tillhouse_merchant_share_under_way',
      'What merchants have under way, by what they have shares in',
      'under_way',
    ),
    gauge('tillhouse_merchant_share_waiting', 'What waits because its merchant has used up its share', 'waiting'),
    refused,
  ];
}
