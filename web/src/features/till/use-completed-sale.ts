import { useEffect, useMemo, useState } from 'react';
import { useI18n } from '../../language/i18n.tsx';
import { useSession } from '../../session/session.tsx';
import { timezoneOf } from '../../session/timezone-of.ts';
import type { ReceiptSale } from '../sales/receipt.tsx';
import { openSoldStorage } from './sold-storage.ts';

/**
 * The sale that was completed or parked last, until the next one begins. The device keeps it over a reload, also
 * without a connection: see `writeOfflineNote`.
 */
export function useCompletedSale(owner: string) {
  const { t, money, time } = useI18n();
  const shop = useSession();
  const { merchant } = shop;
  const storage = useMemo(
    () => openSoldStorage(() => localStorage, { merchant_id: merchant.id, owner, now: () => Date.now() }),
    [merchant.id, owner],
  );
  const [sale, setSale] = useState(() => storage.load());
  const note = sale?.status === 'completed' && sale.change > 0 ? noteOf(sale) : undefined;
  function noteOf({ change, transaction_code, occurred_at, branch_id }: ReceiptSale): string {
    const at = time(Date.parse(occurred_at), timezoneOf(shop, branch_id));
    return `${t('sale.change')} ${money(change, merchant.currency)} (${transaction_code}, ${at})`;
  }
  useEffect(() => void writeOfflineNote(note), [note]);
  const show = (next: ReceiptSale | undefined) => {
    storage.save(next);
    setSale(next);
  };
  return [sale, show] as const;
}

/**
 * Keeps the text that the service worker adds to its page for a lost connection, if the till is reloaded: see
 * push-worker.ts, which has the same names. Without https a browser has neither.
 */
async function writeOfflineNote(text: string | undefined): Promise<void> {
  try {
    const cache = await caches.open('offline');
    if (text === undefined) await cache.delete('/till-note');
    else await cache.put('/till-note', Response.json({ text, at: Date.now() }));
  } catch {
    // Storage is blocked or full.
  }
}
