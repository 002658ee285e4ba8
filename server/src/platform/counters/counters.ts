import type { Handle } from '../database/handle.ts';
import { countHit, type Window } from './queries.ts';

/** A counter of requests. */
export interface Counters {
  /** Adds to a counter whose window begins with its first hit. */
  hit(key: string, length_s: number): Promise<Window>;
}

/** Counts in the database, which all processes of all machines share. */
export const databaseCounters = (global: Handle): Counters => ({
  hit: (key, length_s) => countHit(global, key, length_s),
});

/** About 10 MiB. Above this number the oldest windows are dropped, since they end first. */
const windows_at_most = 50_000;

interface MemoryOptions {
  at_most?: number;
  /** A monotonic clock in milliseconds, and the time of day. */
  clock?: { steady(): number; now(): number };
}

/** Counts in the memory of this process, if it is the only one. All windows have the same length. */
export function memoryCounters({ at_most = windows_at_most, clock = systemClocks }: MemoryOptions = {}): Counters {
  /** In the order of their start, which is also the order of their end. */
  const windows = new Map<string, { hits: number; ends_ms: number; resets_at_s: number }>();

  function begin(key: string, now_ms: number, length_s: number) {
    for (const [old, { ends_ms }] of windows) {
      if (ends_ms > now_ms && windows.size < at_most) break;
      windows.delete(old);
    }
    windows.delete(key);
    const window = {
      hits: 0,
      ends_ms: now_ms + length_s * 1_000,
      resets_at_s: Math.ceil(clock.now() / 1_000 + length_s),
    };
    windows.set(key, window);
    return window;
  }

  return {
    async hit(key, length_s) {
      // Whole milliseconds: with a fraction the addition may round, and 60 seconds would be reported as 61.
      const now_ms = Math.floor(clock.steady());
      const current = windows.get(key);
      const window = current !== undefined && current.ends_ms > now_ms ? current : begin(key, now_ms, length_s);
      window.hits += 1;
      const { hits, resets_at_s, ends_ms } = window;
      return { hits, resets_at_s, resets_in_s: Math.max(1, Math.ceil((ends_ms - now_ms) / 1_000)) };
    },
  };
}

const systemClocks = { steady: () => performance.now(), now: () => Date.now() };
