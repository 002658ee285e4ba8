import type { ReceiptSale } from '../sales/receipt.tsx';

/** How long a sale is shown again after a reload: until its change is given. */
const max_age_ms = 10 * 60 * 1_000;
/** Version of the stored format. Data of another version is ignored. */
const version = 1;

/** Keeps the last sale on this device until the next one begins, so that a reload does not hide its change. */
export interface SoldStorage {
  load(): ReceiptSale | undefined;
  /** `undefined`: the next sale has begun. */
  save(sale: ReceiptSale | undefined): void;
}

interface SoldOptions {
  merchant_id: string;
  /** The user, or the device that users share by PIN. */
  owner: string;
  /** Current time in ms since 1970. */
  now(): number;
}

/** @param open may throw, because a browser can block storage */
export function openSoldStorage(
  open: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  { merchant_id, owner, now }: SoldOptions,
): SoldStorage {
  const key = `tillhouse.sold.${merchant_id}.${owner}`;
  return {
    load() {
      try {
        const stored = JSON.parse(open().getItem(key) ?? 'null');
        const age_ms = now() - stored?.at;
        return stored?.version === version && age_ms >= 0 && age_ms < max_age_ms ? stored.sale : undefined;
      } catch {
        return undefined;
      }
    },
    save(sale) {
      try {
        if (sale === undefined) open().removeItem(key);
        else open().setItem(key, JSON.stringify({ version, at: now(), sale }));
      } catch {
        // Storage is blocked or full. The sale is then shown as long as the page is.
      }
    },
  };
}
