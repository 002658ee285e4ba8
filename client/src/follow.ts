import type { Answer } from './calls.ts';
import { TillhouseError } from './failure.ts';
import { buildRequest, type Request, type RequestOptions } from './request.ts';
import { isTransient } from './retry-rules.ts';
import { readMessages } from './server-sent-rules.ts';

export type Event = Answer<'listEvents'>['data'][number];

export interface FollowOptions {
  /** The `sequence` of the last known event; by default only new events are followed. */
  after?: number | string | undefined;
  /** `['sale.*', 'stock.low']`; by default all. */
  types?: readonly string[] | undefined;
  signal?: AbortSignal | undefined;
  /** Another merchant than the client's. */
  merchantId?: string | undefined;
  /** Called when the stream opens and when it is lost. No events arrive until it is open again. */
  onConnection?: ((isOpen: boolean) => void) | undefined;
  /**
   * Called whenever the service has sent something, at least every ten seconds. All earlier events have arrived by
   * then.
   */
  onActivity?: (() => void) | undefined;
}

interface FollowInput extends FollowOptions {
  wait(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The service sends something at least every ten seconds: a connection that is silent for longer is lost. */
const max_silence_ms = 15_000;
const check_every_ms = 1_000;
const reconnect_ms = 1_000;

export const streamRequest = (
  options: RequestOptions,
  { types, merchantId }: FollowOptions,
  position: string | undefined,
): Request =>
  buildRequest(
    options,
    { method: 'GET', path: '/api/v1/events/stream' },
    {
      merchantId,
      query: { types: types?.join(',') },
      headers: { accept: 'text/event-stream', ...(position === undefined ? {} : { 'last-event-id': position }) },
    },
  );

type Open = (position: string | undefined, signal: AbortSignal) => Promise<unknown>;

/**
 * Follows the stream, and continues at its position when it is interrupted.
 * @throws TillhouseError if the service rejects it: signed out, or the position is older than the kept events
 */
export async function* followEvents(open: Open, input: FollowInput): AsyncGenerator<Event, void, undefined> {
  const { after, signal, wait, onConnection, onActivity } = input;
  let position = after === undefined ? undefined : String(after);
  for (;;) {
    const connection = new AbortController();
    const ending = signal === undefined ? connection.signal : AbortSignal.any([signal, connection.signal]);
    const silence = createSilenceTimer(() =>
      connection.abort(new DOMException('the stream went silent', 'TimeoutError')),
    );
    try {
      const stream = (await open(position, ending)) as ReadableStream<Uint8Array>;
      onConnection?.(true);
      const onData = () => {
        silence.restart();
        onActivity?.();
      };
      for await (const { id, data } of readMessages(stream, onData)) {
        position = id ?? position;
        if (data === undefined) continue;
        // A slow consumer of an event does not count as silence of the service.
        silence.stop();
        yield JSON.parse(data);
        silence.restart();
      }
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof TillhouseError && !isTransient(error.status)) throw error;
    } finally {
      silence.stop();
      connection.abort();
      onConnection?.(false);
    }
    await wait(reconnect_ms * (0.5 + Math.random()), signal);
  }
}

/** Compares clock times instead of one long timer, because timers stop while a computer sleeps. */
function createSilenceTimer(end: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last_data_at = 0;
  const check = () => {
    if (Date.now() - last_data_at >= max_silence_ms) end();
    else timer = setTimeout(check, check_every_ms);
  };
  return {
    restart() {
      clearTimeout(timer);
      last_data_at = Date.now();
      timer = setTimeout(check, check_every_ms);
    },
    stop: () => clearTimeout(timer),
  };
}
