import type { Page } from 'playwright-core';
import { until } from '../until.ts';

/** Collects the codes that the page looks up at the service. The stock of a product is asked for with its branch. */
export function watchLookups(page: Page): string[] {
  const codes: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/api/v1/lookup' && !searchParams.has('branch_id')) codes.push(searchParams.get('code') ?? '');
  });
  return codes;
}

/**
 * Script for the page: runs the work in an existing store of the catalogue. It returns `undefined` if there is none.
 */
export const storeScript = (name: string, work: string) => `(async () => {
  const databases = await indexedDB.databases();
  if (!databases.some(({ name }) => name === ${JSON.stringify(name)})) return undefined;
  const resultOf = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const opening = indexedDB.open(${JSON.stringify(name)});
  opening.onupgradeneeded = () => opening.transaction.abort();
  const database = await resultOf(opening).catch(() => undefined);
  if (database === undefined || !database.objectStoreNames.contains('products')) return undefined;
  const transaction = database.transaction(['products', 'progress'], 'readwrite');
  const products = transaction.objectStore('products');
  const progress = transaction.objectStore('progress');
  const result = await (${work})();
  database.close();
  return result;
})()`;

interface StoredCatalogue {
  is_complete: boolean;
  checked_at: number;
  /** Prices of the active products by SKU. */
  prices: Record<string, number>;
}

const read = `async () => ({
  ...(await resultOf(progress.get('progress'))),
  prices: Object.fromEntries((await resultOf(products.getAll())).filter(({ is_active }) => is_active).map(({ sku, price }) => [sku, price])),
})`;

/** Waits until the store is complete and the condition holds. */
export async function waitForStore(
  page: Page,
  store: string,
  condition: (stored: StoredCatalogue) => boolean = () => true,
): Promise<void> {
  await until(async () => {
    const stored = (await page.evaluate(storeScript(store, read))) as StoredCatalogue | undefined;
    return stored?.is_complete === true && condition(stored);
  });
}
