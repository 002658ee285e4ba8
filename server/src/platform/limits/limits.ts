import type { Metric } from 'prom-client';
import type { KeyedSemaphore, Release } from '../../core/concurrency/keyed-semaphore.ts';
import { addressKey } from '../../core/network-address.ts';
import type { LimitSettings } from '../config/limits-config.ts';
import type { App } from '../context/app.ts';
import { createHeavyWork } from './heavy-work.ts';
import type { LoadShedding } from './load-shedding.ts';
import { createLimitMetrics } from './metrics.ts';
import { createRequestShare } from './request-share.ts';

export interface Limits {
  readonly metrics: readonly Metric[];
  /** Starts heavy work of this merchant. @throws AppError RATE_LIMITED if the maximum is running */
  beginHeavyWork(merchant_id: string): Promise<Release>;
  /** The same for background work; `undefined` if the maximum is running. */
  tryHeavyWork(merchant_id: string): Release | undefined;
  /** Applies to the routes of this plugin, whose requests have an actor by then. */
  register(scoped: App, shedding: LoadShedding): void;
  /** Applies to routes about a user's own account, whose requests have claims and no merchant. */
  registerPersons(signedIn: App, shedding: LoadShedding): void;
  /** Applies to routes without sign-in, by the client's address. */
  registerAddresses(open: App, shedding: LoadShedding): void;
}

/**
 * While fewer requests than `shared` run, each merchant, person or address has all of its slots, else only those that
 * it always has.
 */
const sharedByMerchants = 40;
const alwaysOfMerchant = 4;
const sharedByPersons = 12;
const alwaysOfPerson = 1;
const sharedByAddresses = 24;
const alwaysOfAddress = 2;

/** The shares of each merchant, user and address in common resources. */
export function createLimits(settings: LimitSettings, connections: KeyedSemaphore | undefined): Limits {
  const metrics = createLimitMetrics({
    request: () => requests.counts(),
    person_request: () => persons.counts(),
    address_request: () => addresses.counts(),
    large_body: () => requests.largeBodies(),
    heavy_work: () => heavyWork.counts(),
    connection: () => connections?.counts() ?? { running: 0, waiting: 0, rejected: 0 },
  });
  const heavyWork = createHeavyWork(settings);
  const requests = createRequestShare({
    ...settings,
    holder: 'merchant',
    keyOf: ({ actor }) => actor.merchant.id,
    shared: sharedByMerchants,
    always: alwaysOfMerchant,
  });
  // These requests do not count for a merchant's connections, so only a few of all users run at once.
  const persons = createRequestShare({
    holder: 'person',
    keyOf: ({ claims }) => claims.sub,
    requests: settings.person_requests,
    shared: sharedByPersons,
    always: alwaysOfPerson,
    waiting_requests: settings.person_waiting_requests,
    wait_ms: settings.wait_ms,
  });
  // By route too, so that a till that renews its session does not wait for the sign-ins of its shop.
  const addresses = createRequestShare({
    holder: 'address',
    keyOf: ({ ip, routeOptions }) => `${addressKey(ip)} ${routeOptions.url}`,
    requests: settings.address_requests,
    shared: sharedByAddresses,
    always: alwaysOfAddress,
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
