import type { App } from '../http/app.ts';
import type { LoadShedding } from '../http/shed.ts';
import { createKeyedSemaphore, type KeyedSemaphore, type RefusedBecause, type SemaphoreFigures } from '../kernel/keyed-semaphore.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { LimitSettings } from '../limits-config.ts';

/** A merchant with fewer requests under way never waits, however many others have. */
const always = 4;
/** While so many of all merchants are under way, or as many as one may have, none gets more than that; a crowd is more (`http/shed.ts`). */
const sharedAtLeast = 40;

export interface MerchantRequests {
  register(scoped: App, shedding: LoadShedding): void;
  figures(): SemaphoreFigures;
}

/**
 * Bounds the requests of one merchant that are worked on at once in this process. Further ones wait in that merchant's own queue, before their
 * bodies are read, and are refused when the queue is full. When several merchants
 * are busy at once, the later of them get a smaller share.
 */
export function createMerchantRequests(
  { requests, waiting_requests, wait_ms }: Pick<LimitSettings, 'requests' | 'waiting_requests' | 'wait_ms'>,
  onRefused: () => void,
): MerchantRequests {
  const shared = Math.max(sharedAtLeast, requests);
  const semaphore: KeyedSemaphore = createKeyedSemaphore({
    places: () => (semaphore.figures().under_way < shared ? requests : Math.min(always, requests)),
    waiting: waiting_requests,
    patience_ms: wait_ms,
    refuse(reason: RefusedBecause) {
      onRefused();
      const message =
        reason === 'queue_full' ? 'There are too many requests of this merchant at once' : 'The requests of this merchant took too long';
      return new Refusal('RATE_LIMITED', message, [], { retry_after_s: 1 + Math.floor(Math.random() * 3) });
    },
  });
  return {
    figures: semaphore.figures,
    register(scoped, shedding) {
      const releases = new WeakMap<object, () => void>();
      scoped.addHook('onRequest', async (request, reply) => {
        const { id } = request.actor.merchant;
        let release = semaphore.tryEnter(id);
        if (release === undefined) {
          // What waits here keeps no other merchant out.
          shedding.leave(request);
          release = await semaphore.enter(id);
        }
        if (reply.raw.closed) return release();
        releases.set(request, release);
        reply.raw.once('close', release);
      });
      // The work is done when there is an answer; sending it may take as long as the client likes.
      scoped.addHook('onSend', async (request, _reply, payload) => {
        releases.get(request)?.();
        return payload;
      });
    },
  };
}
