import { Badge } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { useI18n } from '../language/i18n.tsx';
import { api } from '../session/api.ts';
import { hasEnded, watchEntry } from '../session/entry.ts';
import { useSession } from '../session/session.tsx';
import { staleKinds } from './stale-rules.ts';

/** News may come in hundreds, and a person may ask a hundred times a minute: the screen follows at once, and then so often at most. */
const follow_every_ms = 5_000;
const gather_ms = 250;

/** Without the right to hear, the end of a session is not told: so often it is asked for. */
const ask_after_session_ms = 20_000;
/** The service sends something every ten seconds: after a longer silence, by the clock, the stream is dead, whatever the browser believes. */
const silence_ms = 15_000;
const look_every_ms = 1_000;
/** The place of before is gone, or the service refused: so long until it is tried from now on. */
const begin_again_ms = 5_000;

/** `lost`: what is on the screen may be old. */
type Live = 'off' | 'live' | 'lost';
let live: Live = 'off';
/** When the service was last heard: so fresh is the screen. */
let heard_at: number | undefined;
const listeners = new Set<() => void>();
function setLive(next: Live): void {
  live = next;
  for (const listener of listeners) listener();
}

/** Follows what happens in the shop, for whoever may hear of it; what is on the screen follows. */
export function useLive(): void {
  const queries = useQueryClient();
  const { may } = useSession();
  const mayHear = may('events:read');
  const isOver = useSyncExternalStore(watchEntry, hasEnded);
  useEffect(() => {
    if (mayHear || isOver) return;
    const timer = setInterval(() => {
      if (!document.hidden) void api.getCurrentUser().catch(() => undefined);
    }, ask_after_session_ms);
    return () => clearInterval(timer);
  }, [mayHear, isOver]);
  useEffect(() => {
    if (!mayHear || isOver) return;
    const ending = new AbortController();
    const stale = new Set<string>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let followed_at = Number.NEGATIVE_INFINITY;
    const followSoon = () => {
      timer ??= setTimeout(
        () => {
          timer = undefined;
          followed_at = performance.now();
          for (const key of stale) void queries.invalidateQueries({ queryKey: [key] });
          stale.clear();
        },
        Math.max(gather_ms, followed_at + follow_every_ms - performance.now()),
      );
    };
    const onConnection = (isOpen: boolean) => {
      if (!isOpen && !ending.signal.aborted) setLive('lost');
    };
    const onHeard = () => {
      heard_at = Date.now();
      if (live !== 'live') setLive('live');
    };
    // A computer that wakes shows at once how old its screen is, before the client has given the connection up.
    const looking = setInterval(() => {
      if (live === 'live' && heard_at !== undefined && Date.now() - heard_at >= silence_ms) setLive('lost');
    }, look_every_ms);
    const follow = async () => {
      for await (const { type } of api.events({ signal: ending.signal, onConnection, onHeard })) {
        for (const key of staleKinds(type)) stale.add(key);
        if (stale.size > 0) followSoon();
      }
    };
    let again: ReturnType<typeof setTimeout> | undefined;
    const begin = () =>
      follow().catch(() => {
        if (ending.signal.aborted) return;
        setLive('lost');
        again = setTimeout(() => {
          // What happened in between was not heard.
          void queries.invalidateQueries();
          void begin();
        }, begin_again_ms);
      });
    void begin();
    return () => {
      clearTimeout(timer);
      clearTimeout(again);
      clearInterval(looking);
      ending.abort();
      heard_at = undefined;
      setLive('off');
    };
  }, [mayHear, isOver, queries]);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

export function LiveMark() {
  const { t, time } = useI18n();
  const { merchant } = useSession();
  const state = useSyncExternalStore(subscribe, () => live);
  const isOnline = useSyncExternalStore(onlineChanges, () => navigator.onLine);
  if (isOnline && state === 'off') return null;
  if (isOnline && state === 'live')
    return (
      <Badge color="#1b6e2b" variant="dot" visibleFrom="xs">
        {t('app.live')}
      </Badge>
    );
  const since = heard_at === undefined ? '' : t('app.updated', { time: time(heard_at, merchant.timezone) });
  return (
    <Badge color={isOnline ? 'orange' : 'red'} variant={isOnline ? 'dot' : 'filled'} role="status">
      {t(isOnline ? 'app.notLive' : 'app.offline')}
      {since}
    </Badge>
  );
}

const onlineChanges = (listener: () => void) => {
  for (const name of ['online', 'offline']) addEventListener(name, listener);
  return () => {
    for (const name of ['online', 'offline']) removeEventListener(name, listener);
  };
};
