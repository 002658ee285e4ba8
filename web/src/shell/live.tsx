import { Badge } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { useSpeech } from '../language/language.tsx';
import { api } from '../session/api.ts';
import { useSession } from '../session/session.tsx';

/** What is asked for anew after events whose types begin so. */
const staleAfter: readonly [string, readonly string[]][] = [
  ['sale.', ['dashboard', 'sales', 'products', 'stock', 'reports', 'customers']],
  ['product.', ['products', 'stock', 'dashboard']],
  ['stock.', ['products', 'stock', 'dashboard', 'reports']],
  ['customer.', ['customers', 'dashboard']],
  // Who one is, what one may do and where may be other than it was.
  ['merchant.', ['session']],
  ['branch.', ['session']],
  ['warehouse.', ['warehouses']],
  ['staff.', ['session', 'staff']],
];

/** News may come in hundreds, and a person may ask a hundred times a minute: the screen follows at once, and then so often at most. */
const follow_every_ms = 5_000;
const gather_ms = 250;

let isLive = false;
const listeners = new Set<() => void>();
function setLive(next: boolean): void {
  isLive = next;
  for (const listener of listeners) listener();
}

/** Follows what happens in the shop, for whoever may hear of it; what is on the screen follows. */
export function useLive(): void {
  const queries = useQueryClient();
  const { may } = useSession();
  const mayHear = may('events:read');
  useEffect(() => {
    if (!mayHear) return;
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
    const follow = async () => {
      setLive(true);
      for await (const { type } of api.events({ signal: ending.signal })) {
        for (const [prefix, keys] of staleAfter) if (type.startsWith(prefix)) for (const key of keys) stale.add(key);
        if (stale.size > 0) followSoon();
      }
    };
    // Whoever may not hear, or is signed out, sees what was asked for last.
    follow().catch(() => setLive(false));
    return () => {
      clearTimeout(timer);
      ending.abort();
      setLive(false);
    };
  }, [mayHear, queries]);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

export function LiveMark() {
  const { t } = useSpeech();
  const isFollowing = useSyncExternalStore(subscribe, () => isLive);
  const isOnline = useSyncExternalStore(onlineChanges, () => navigator.onLine);
  if (!isOnline)
    return (
      <Badge color="red" variant="filled" role="status">
        {t('app.offline')}
      </Badge>
    );
  return isFollowing ? (
    <Badge color="#1b6e2b" variant="dot" visibleFrom="xs">
      {t('app.live')}
    </Badge>
  ) : null;
}

const onlineChanges = (listener: () => void) => {
  for (const name of ['online', 'offline']) addEventListener(name, listener);
  return () => {
    for (const name of ['online', 'offline']) removeEventListener(name, listener);
  };
};
