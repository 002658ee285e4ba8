import { AppError } from '../../core/errors.ts';
import { createKeyedSemaphore, type Release, type SemaphoreFigures } from '../../core/keyed-semaphore.ts';
import type { LimitSettings } from '../config/limits-config.ts';
import type { App, Request } from '../context/app.ts';

/** An import of a large file takes longer, most exports less. */
const retry_after_s = 5;

export interface HeavyWork {
  begin(merchant_id: string): Promise<Release>;
  /** A place, if one is free: for work in the background, which is not refused but comes later. */
  tryBegin(merchant_id: string): Release | undefined;
  register(scoped: App): void;
  figures(): SemaphoreFigures;
}

/** Bounds the imports, exports and other work on files that one merchant has under way in this process. */
export function createHeavyWork({ heavy_works }: Pick<LimitSettings, 'heavy_works'>): HeavyWork {
  const semaphore = createKeyedSemaphore({
    places: heavy_works,
    refuse: () =>
      new AppError('RATE_LIMITED', `At most ${heavy_works} imports, exports and uploads at once`, [], {
        retry_after_s,
      }),
  });
  const begin = (merchant_id: string): Promise<Release> => semaphore.enter(merchant_id);
  return {
    figures: semaphore.figures,
    begin,
    tryBegin: semaphore.tryEnter,
    register(scoped) {
      const works = new WeakMap<Request, Promise<unknown>>();
      // Before the body is read: a refused upload takes no memory.
      scoped.addHook('onRequest', async (request, reply) => {
        if (request.routeOptions.config.isHeavy !== true) return;
        const release = await begin(request.actor.merchant.id);
        // Also where the client has gone before the end of its answer. An import goes on then, with its file in memory, and keeps its place.
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
