import type { Counters } from './counters.ts';

export interface RedisCounters extends Counters {
  close(): void;
}

interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

interface RedisOptions {
  /** Counts while the server is unavailable. */
  fallback: Counters;
  log: Log;
}

/** The longest wait of a request. After a failure the server is not used for a while. */
const timeout_ms = 250;
const unused_after_failure_ms = 1_000;
/** A connection without any data for this time is reopened. A ping every second makes sure that there is data. */
const max_silence_ms = 3_000;
const ping_every_ms = 1_000;
const max_reconnect_ms = 2_000;

/** One script, so that no counter is left without an expiry. Its results are identified by position. */
const countScript = `
local hits = redis.call('hincrby', KEYS[1], 'hits', 1)
local left = redis.call('pttl', KEYS[1])
if left < 0 then
  left = tonumber(ARGV[1])
  redis.call('pexpire', KEYS[1], left)
  redis.call('hset', KEYS[1], 'resets_at', ARGV[2])
end
return { hits, left, tonumber(redis.call('hget', KEYS[1], 'resets_at')) }`;

/**
 * Counts in a Redis-compatible server, for all processes of all machines. While it is unavailable, `fallback` counts,
 * so that no request fails.
 */
export async function openRedisCounters(url: string, { fallback, log }: RedisOptions): Promise<RedisCounters> {
  // Loaded only if it is configured.
  const { createClient, defineScript } = await import('@redis/client');
  const client = createClient({
    url,
    name: 'tillhouse',
    // Fail at once instead of queueing while the server is unavailable; then `fallback` counts.
    disableOfflineQueue: true,
    pingInterval: ping_every_ms,
    socket: {
      connectTimeout: max_reconnect_ms,
      socketTimeout: max_silence_ms,
      reconnectStrategy: (tries) => Math.min(50 * 2 ** tries, max_reconnect_ms),
    },
    scripts: {
      countHit: defineScript({
        SCRIPT: countScript,
        NUMBER_OF_KEYS: 1,
        parseCommand(parser, key: string, length_ms: number, resets_at_s: number) {
          parser.pushKey(key);
          parser.push(String(length_ms), String(resets_at_s));
        },
        transformReply: (reply: unknown) => reply as { 0: number; 1: number; 2: number },
      }),
    },
  });
  let isUnavailable = false;
  let unused_until = 0;

  function onFailure(reason: string): void {
    unused_until = performance.now() + unused_after_failure_ms;
    if (isUnavailable) return;
    isUnavailable = true;
    log.warn({ reason }, 'the Redis server is unavailable: the database counts requests meanwhile');
  }
  client.on('error', (error: Error) => onFailure(reasonOf(error)));
  client.on('ready', () => {
    unused_until = 0;
    if (isUnavailable) log.info({}, 'the Redis server is available again');
    isUnavailable = false;
  });
  // The client retries until it is closed; the `error` event reports failed attempts.
  client.connect().catch(() => undefined);

  return {
    async hit(key, length_s) {
      if (!client.isReady || performance.now() < unused_until) return fallback.hit(key, length_s);
      try {
        const resets_at = Math.ceil(Date.now() / 1_000 + length_s);
        const counting = client.countHit(`tillhouse ${key}`, length_s * 1_000, resets_at);
        const { 0: hits, 1: left_ms, 2: resets_at_s } = await withTimeout(counting);
        return { hits, resets_at_s, resets_in_s: Math.max(1, Math.ceil(left_ms / 1_000)) };
      } catch (error) {
        onFailure(reasonOf(error));
        return fallback.hit(key, length_s);
      }
    },
    close() {
      client.destroy();
    },
  };
}

/** Some system errors have no message, only a code. */
const reasonOf = (error: unknown): string => {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
};

async function withTimeout<Result>(work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${timeout_ms} ms`)), timeout_ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
