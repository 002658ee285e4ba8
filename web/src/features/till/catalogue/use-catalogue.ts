import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { api, TillhouseError } from '../../../session/api.ts';
import { useSession } from '../../../session/session.tsx';
import { type Catalogue, createCatalogue, type SyncPage } from './catalogue.ts';
import { openIndexedStore } from './indexed-store.ts';
import { updateInterval } from './update-rules.ts';

/** Largest page of `GET /sync`. */
const records_at_most = 1_000;
/** Leaves half of the rate limit (100 requests a minute) for sales. */
const between_pages_ms = 1_200;
/** A lookup usually takes about a millisecond, but longer while the page starts. */
const lookup_timeout_ms = 500;

/** The catalogue for this user and shop. Call `invalidate` when a sale is rejected because of its prices. */
export function useCatalogue(onChange: () => void): Omit<Catalogue, 'update' | 'close'> {
  const queries = useQueryClient();
  const { user, merchant, may } = useSession();
  const catalogue = useMemo(
    () => openCatalogue(`tillhouse.catalogue.${merchant.id}.${user.id}`, onChange),
    [merchant.id, user.id, onChange],
  );
  useEffect(() => () => catalogue.close(), [catalogue]);
  const queryKey = useMemo(() => ['catalogue', merchant.id, user.id], [merchant.id, user.id]);
  // Also refetched after product events, on window focus and on reconnect: see stale-rules.ts.
  useQuery({
    queryKey,
    refetchInterval: ({ state }) => updateInterval(may, state.status === 'success'),
    queryFn: async ({ signal }) => {
      await catalogue.update(signal);
      return Date.now();
    },
  });
  return useMemo(
    () => ({
      find: catalogue.find,
      findById: catalogue.findById,
      findWithVariants: catalogue.findWithVariants,
      invalidate() {
        catalogue.invalidate();
        void queries.invalidateQueries({ queryKey });
      },
    }),
    [catalogue, queries, queryKey],
  );
}

const openCatalogue = (name: string, onChange: () => void): Catalogue =>
  createCatalogue({
    openStore: (onClosed) => openIndexedStore(name, onClosed),
    readPage,
    withLock: (work, signal) =>
      navigator.locks === undefined ? work() : navigator.locks.request(name, { signal }, work),
    pause,
    timeout: () => new Promise((resolve) => setTimeout(resolve, lookup_timeout_ms)),
    now: () => Date.now(),
    onChange,
  });

/** The client itself retries after a rate limit. */
async function readPage(cursor: string | undefined, signal: AbortSignal): Promise<SyncPage | undefined> {
  try {
    const { data, meta } = await api.sync({
      signal,
      query: { kinds: 'product', limit: records_at_most, ...(cursor === undefined ? {} : { cursor }) },
    });
    return { records: data, cursor: meta.cursor, has_more: meta.has_more };
  } catch (error) {
    if (
      cursor !== undefined &&
      error instanceof TillhouseError &&
      error.details.some(({ field }) => field === 'cursor')
    )
      return undefined;
    throw error;
  }
}

/** Waits for the interval between pages, then until the browser is idle. */
async function pause(signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, between_pages_ms));
  if (globalThis.requestIdleCallback !== undefined)
    await new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout: between_pages_ms }));
  signal.throwIfAborted();
}
