import type { Metric } from 'prom-client';
import type { KeyedSemaphore, Release } from '../../core/keyed-semaphore.ts';
import type { LimitSettings } from '../config/limits-config.ts';
import type { App } from '../context/app.ts';
import { createHeavyWork } from './heavy-work.ts';
import type { LoadShedding } from './load-shedding.ts';
import { createLimitMetrics } from './metrics.ts';
import { addressKey } from './rate-limit.ts';
import { createRequestShare } from './request-share.ts';

export interface Limits {
  readonly metrics: readonly Metric[];
  /** A place for heavy work of this merchant. @throws AppError RATE_LIMITED when it has as many under way as it may */
  beginHeavyWork(merchant_id: string): Promise<Release>;
  /** The same for work in the background; `undefined` when there is no place. */
  tryHeavyWork(merchant_id: string): Release | undefined;
  /** Holds for the routes of this plugin, whose requests have an actor by then. */
  register(scoped: App, shedding: LoadShedding): void;
  /** Holds for routes about a person's own account, whose requests have claims and no merchant. */
  registerPersons(signedIn: App, shedding: LoadShedding): void;
  /** Holds for routes without sign-in, by the client's address. */
  registerAddresses(open: App, shedding: LoadShedding): void;
}

/** The shares of each merchant, and of each person, in what all of them use. */
export function createLimits(settings: LimitSettings, connections: KeyedSemaphore | undefined): Limits {
  const metrics = createLimitMetrics({
    request: () => requests.figures(),
    person_request: () => persons.figures(),
    address_request: () => addresses.figures(),
    large_body: () => requests.largeBodies(),
    heavy_work: () => heavyWork.figures(),
    connection: () => connections?.figures() ?? { under_way: 0, waiting: 0, refused: 0 },
  });
  const heavyWork = createHeavyWork(settings);
  const requests = createRequestShare({
    ...settings,
    holder: 'merchant',
    keyOf: ({ actor }) => actor.merchant.id,
    shared: 40,
    always: 4,
  });
  // A merchant's connections are not counted for them: few are worked on at once, of all persons together.
  const persons = createRequestShare({
    holder: 'person',
    keyOf: ({ claims }) => claims.sub,
    requests: settings.person_requests,
    shared: 12,
    always: 1,
    waiting_requests: settings.person_waiting_requests,
    wait_ms: settings.wait_ms,
  });
  // By route too: a till that renews its session must not wait for the sign-ins of its shop.
  const addresses = createRequestShare({
    holder: 'address',
    keyOf: ({ ip, routeOptions }) => `${addressKey(ip)} ${routeOptions.url}`,
    requests: settings.address_requests,
    shared: 24,
    always: 2,
    waiting_requests: settings.address_waiting_requests,
    wait_ms: settings.wait_ms,
  });
  return {
    metrics,
    beginHeavyWork: heavyWork.begin,
    tryHeavyWork: heavyWork.tryBegin,
    register(scoped, shedding) {
      requests.register(scoped, shedding);
      heavyWork.register(scoped);
    },
    registerPersons: persons.register,
    registerAddresses: addresses.register,
  };
}
