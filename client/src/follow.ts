import type { Answer } from './calls.ts';
import { TillhouseError } from './failure.ts';
import { buildRequest, type Request, type RequestOptions } from './request.ts';
import { isPassing } from './retry-rules.ts';
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
  /** Called whenever the service has sent something, at least every ten seconds. All earlier events have arrived by then. */
  onHeard?: (() => void) | undefined;
}

interface Following extends FollowOptions {
  wait(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The service sends something at least every ten seconds: a connection that is silent for longer is lost. */
const silence_ms = 15_000;
const look_every_ms = 1_000;
const pause_ms = 1_000;

export const streamRequest = (
  options: RequestOptions,
  { types, merchantId }: FollowOptions,
  place: string | undefined,
): Request =>
  buildRequest(
    options,
    { method: 'GET', path: '/api/v1/events/stream' },
    {
      merchantId,
      query: { types: types?.join(',') },
      headers: { accept: 'text/event-stream', ...(place === undefined ? {} : { 'last-event-id': place }) },
    },
  );

type Open = (place: string | undefined, signal: AbortSignal) => Promise<unknown>;

/**
 * Follows the stream, and continues at its position when it is interrupted.
 * @throws TillhouseError if the service rejects it: signed out, or the position is older than the kept events
 */
export async function* followEvents(open: Open, following: Following): AsyncGenerator<Event, void, undefined> {
  const { after, signal, wait, onConnection, onHeard } = following;
  let place = after === undefined ? undefined : String(after);
  for (;;) {
    const connection = new AbortController();
    const ending = signal === undefined ? connection.signal : AbortSignal.any([signal, connection.signal]);
    const silence = setSilence(() => connection.abort(new DOMException('the stream went silent', 'TimeoutError')));
    try {
      const stream = (await open(place, ending)) as ReadableStream<Uint8Array>;
      onConnection?.(true);
      const heard = () => {
        silence.heard();
        onHeard?.();
      };
      for await (const { id, data } of readMessages(stream, heard)) {
        place = id ?? place;
        if (data === undefined) continue;
        // A slow consumer of an event does not count as silence of the service.
        silence.stop();
        yield JSON.parse(data);
        silence.heard();
      }
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof TillhouseError && !isPassing(error.status)) throw error;
    } finally {
      silence.stop();
      connection.abort();
      onConnection?.(false);
    }
    await wait(pause_ms * (0.5 + Math.random()), signal);
  }
}

/** Compares clock times instead of one long timer, because timers stop while a computer sleeps. */
function setSilence(end: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let heard_at = 0;
  const look = () => {
    if (Date.now() - heard_at >= silence_ms) end();
    else timer = setTimeout(look, look_every_ms);
  };
  return {
    heard() {
      clearTimeout(timer);
      heard_at = Date.now();
      timer = setTimeout(look, look_every_ms);
    },
    stop: () => clearTimeout(timer),
  };
}
