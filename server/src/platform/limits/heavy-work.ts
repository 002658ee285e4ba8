import { createKeyedSemaphore, type Release, type SemaphoreCounts } from '../../core/concurrency/keyed-semaphore.ts';
import { AppError } from '../../core/errors.ts';
import type { LimitSettings } from '../config/limits-config.ts';
import type { App, Request } from '../context/app.ts';

/** An import of a large file takes longer, most exports less. */
const retry_after_s = 5;

export interface HeavyWork {
  begin(merchant_id: string): Promise<Release>;
  /** A slot if one is free. For background work, which is postponed instead of rejected. */
  tryBegin(merchant_id: string): Release | undefined;
  register(scoped: App): void;
  counts(): SemaphoreCounts;
}

/** Limits the imports, exports and other work on files that run for one merchant in this process. */
export function createHeavyWork({ heavy_works }: Pick<LimitSettings, 'heavy_works'>): HeavyWork {
  const semaphore = createKeyedSemaphore({
    slots: heavy_works,
    createError: () =>
      new AppError('RATE_LIMITED', `At most ${heavy_works} imports, exports, uploads and long reports at once`, [], {
        retry_after_s,
      }),
  });
  const begin = (merchant_id: string): Promise<Release> => semaphore.acquire(merchant_id);
  return {
    counts: semaphore.counts,
    begin,
    tryBegin: semaphore.tryAcquire,
    register(scoped) {
      const works = new WeakMap<Request, Promise<unknown>>();
      // Before the body is read, so that a rejected upload takes no memory.
      scoped.addHook('onRequest', async (request, reply) => {
        if (request.routeOptions.config.isHeavy !== true) return;
        const release = await begin(request.actor.merchant.id);
        // Emitted also when the client disconnects before the end of the response. An import then continues, with its
        // file in memory, and keeps its slot.
        reply.raw.once('close', () => {
          const work = works.get(request);
          if (work === undefined) release();
          else work.then(release, release);
        });
      });
      scoped.addHook('onRoute', (route) => {
        if (route.config?.isHeavy !== true) return;
        const { handler } = route;
        route.handler = function (request, reply) {
          const work = handler.call(this, request, reply);
          if (work instanceof Promise) works.set(request, work);
          return work;
        };
      });
    },
  };
}
