import { Badge, Box } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { useI18n } from '../../language/i18n.tsx';
import { api } from '../../session/api.ts';
import { useSession } from '../../session/session.tsx';
import { isHidden, watchSession } from '../../session/session-state.ts';
import { isSilent } from './live-rules.ts';
import { createRefresher } from './refresher.ts';
import { staleKinds } from './stale-rules.ts';

/** Roles without events do not learn from the stream that the session ended, so it is polled at this interval. */
const poll_session_ms = 20_000;
const check_silence_ms = 1_000;
/** Delay before the stream is opened at the latest event, after its position expired or the service rejected it. */
const reopen_ms = 5_000;

/** `lost`: the data on the screen may be out of date. */
type ConnectionState = 'off' | 'live' | 'lost';
let live: ConnectionState = 'off';
/** Time of the last message from the service: the age of the data on the screen. */
let last_message_at: number | undefined;
const listeners = new Set<() => void>();
function setLive(next: ConnectionState): void {
  live = next;
  for (const listener of listeners) listener();
}

/** Follows the event stream, if the role may read it, and refreshes the data on the screen. */
export function useLiveUpdates(): void {
  const queries = useQueryClient();
  const { may } = useSession();
  const mayStream = may('events:read');
  const hasSessionEnded = useSyncExternalStore(watchSession, isHidden);
  useEffect(() => {
    if (mayStream || hasSessionEnded) return;
    const timer = setInterval(() => {
      if (!document.hidden) void api.getCurrentUser().catch(() => undefined);
    }, poll_session_ms);
    return () => clearInterval(timer);
  }, [mayStream, hasSessionEnded]);
  useEffect(() => {
    if (!mayStream || hasSessionEnded) return;
    const abort = new AbortController();
    const refresher = createRefresher((kinds) => {
      for (const kind of kinds) void queries.invalidateQueries({ queryKey: [kind] });
    });
    const onConnection = (isOpen: boolean) => {
      if (!isOpen && !abort.signal.aborted) setLive('lost');
    };
    const onActivity = () => {
      last_message_at = Date.now();
      if (live !== 'live') setLive('live');
    };
    // After sleep, show the age of the data at once, before the client gives up the connection.
    const silenceTimer = setInterval(() => {
      if (live === 'live' && isSilent(last_message_at, Date.now())) setLive('lost');
    }, check_silence_ms);
    const follow = async () => {
      for await (const { type } of api.events({ signal: abort.signal, onConnection, onActivity })) {
        refresher.add(staleKinds(type));
      }
    };
    let reopenTimer: ReturnType<typeof setTimeout> | undefined;
    const openStream = () =>
      follow().catch(() => {
        if (abort.signal.aborted) return;
        setLive('lost');
        reopenTimer = setTimeout(() => {
          // Events of the gap were missed.
          void queries.invalidateQueries();
          void openStream();
        }, reopen_ms);
      });
    void openStream();
    return () => {
      refresher.stop();
      clearTimeout(reopenTimer);
      clearInterval(silenceTimer);
      abort.abort();
      last_message_at = undefined;
      setLive('off');
    };
  }, [mayStream, hasSessionEnded, queries]);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

export function ConnectionBadge() {
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
  const since =
    last_message_at === undefined ? '' : t('app.updated', { time: time(last_message_at, merchant.timezone) });
  return (
    <Badge color={isOnline ? 'orange' : 'red'} variant={isOnline ? 'dot' : 'filled'} role="status">
      {t(isOnline ? 'app.notLive' : 'app.offline')}
      <Box component="span" visibleFrom="sm">
        {since}
      </Box>
    </Badge>
  );
}

const onlineChanges = (listener: () => void) => {
  for (const name of ['online', 'offline']) addEventListener(name, listener);
  return () => {
    for (const name of ['online', 'offline']) removeEventListener(name, listener);
  };
};
