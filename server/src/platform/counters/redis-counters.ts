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
  instead: Counters;
  log: Log;
}

/** The longest wait of a request. After a timeout the server is not used for a while. */
const patience_ms = 250;
const left_alone_ms = 1_000;
/** A connection without any data for this time is reopened. A ping every second makes sure that there is data. */
const silent_at_most_ms = 3_000;
const question_every_ms = 1_000;
const again_after_at_most_ms = 2_000;

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
 * Counts in a Redis-compatible server, for all processes of all machines. While it is unavailable, `instead` counts,
 * and no request fails.
 */
export async function openRedisCounters(url: string, { instead, log }: RedisOptions): Promise<RedisCounters> {
  // Loaded only if it is configured.
  const { createClient, defineScript } = await import('@redis/client');
  const client = createClient({
    url,
    name: 'tillhouse',
    // Fall back at once instead of queueing while the server is unavailable.
    disableOfflineQueue: true,
    pingInterval: question_every_ms,
    socket: {
      connectTimeout: again_after_at_most_ms,
      socketTimeout: silent_at_most_ms,
      reconnectStrategy: (tries) => Math.min(50 * 2 ** tries, again_after_at_most_ms),
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
  let isAway = false;
  let alone_until = 0;

  function lose(reason: string): void {
    alone_until = performance.now() + left_alone_ms;
    if (isAway) return;
    isAway = true;
    log.warn({ reason }, 'the Redis server is away: the database counts requests meanwhile');
  }
  client.on('error', (error: Error) => lose(sayWhy(error)));
  client.on('ready', () => {
    alone_until = 0;
    if (isAway) log.info({}, 'the Redis server is there again');
    isAway = false;
  });
  // The client retries until it is closed; the `error` event reports failed attempts.
  client.connect().catch(() => undefined);

  return {
    async hit(key, length_s) {
      if (!client.isReady || performance.now() < alone_until) return instead.hit(key, length_s);
      try {
        const resets_at = Math.ceil(Date.now() / 1_000 + length_s);
        const counting = client.countHit(`tillhouse ${key}`, length_s * 1_000, resets_at);
        const { 0: hits, 1: left_ms, 2: resets_at_s } = await inTime(counting);
        return { hits, resets_at_s, resets_in_s: Math.max(1, Math.ceil(left_ms / 1_000)) };
      } catch (error) {
        lose(sayWhy(error));
        return instead.hit(key, length_s);
      }
    },
    close() {
      client.destroy();
    },
  };
}

/** Some system errors have no message, only a code. */
const sayWhy = (error: unknown): string => {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
};

async function inTime<Result>(work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${patience_ms} ms`)), patience_ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
