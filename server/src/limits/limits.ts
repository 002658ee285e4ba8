import type { Metric } from 'prom-client';
import type { App } from '../http/app.ts';
import type { LoadShedding } from '../http/shed.ts';
import type { KeyedSemaphore, Release } from '../kernel/keyed-semaphore.ts';
import type { LimitSettings } from '../limits-config.ts';
import { createHeavyWork } from './heavy-work.ts';
import { createMerchantRequests } from './merchant-requests.ts';
import { createLimitMetrics } from './metrics.ts';

export interface Limits {
  readonly metrics: readonly Metric[];
  /** A place for heavy work of this merchant. @throws Refusal RATE_LIMITED when it has as many under way as it may */
  beginHeavyWork(merchant_id: string): Promise<Release>;
  /** The same for work in the background; `undefined` when there is no place. */
  tryHeavyWork(merchant_id: string): Release | undefined;
  /** Holds for the routes of this plugin, whose requests have an actor by then. */
  register(scoped: App, shedding: LoadShedding): void;
}

/** The shares of each merchant in what all of them use. */
export function createLimits(settings: LimitSettings, connections: KeyedSemaphore | undefined): Limits {
  const metrics = createLimitMetrics({
    request: () => requests.figures(),
    large_body: () => requests.largeBodies(),
    heavy_work: () => heavyWork.figures(),
    connection: () => connections?.figures() ?? { under_way: 0, waiting: 0, refused: 0 },
  });
  const heavyWork = createHeavyWork(settings);
  const requests = createMerchantRequests(settings);
  return {
    metrics,
    beginHeavyWork: heavyWork.begin,
    tryHeavyWork: heavyWork.tryBegin,
    register(scoped, shedding) {
      requests.register(scoped, shedding);
      heavyWork.register(scoped);
    },
  };
}
