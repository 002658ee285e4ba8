import type { Goods } from '../cart.ts';
import { changesOf, type SyncRecord } from './catalogue-row.ts';
import type { CatalogueStore, Found } from './catalogue-store.ts';
import { type CodeValues, goodsWithVariants, onlyGoods, valuesOf } from './code-match.ts';

/** Maximum age of the catalogue since the last successful check for changes. */
const max_age_ms = 10 * 60 * 1_000;

/** A page of `GET /sync`. */
export interface SyncPage {
  records: readonly SyncRecord[];
  cursor: string;
  has_more: boolean;
}

/** The shop's products on this device, so that a scan needs no request. */
export interface Catalogue {
  /** The product or variant with this code; `undefined` if the service must be asked. Never rejects. */
  find(code: string): Promise<Goods | undefined>;
  /** The same with the id of the product or variant. */
  findById(id: string): Promise<Goods | undefined>;
  /** The product with this id and its variants, to choose one. */
  findWithVariants(product_id: string): Promise<Goods[] | undefined>;
  /** Reads changes from the service. Sends no requests if the browser has no storage. */
  update(signal: AbortSignal): Promise<void>;
  /** The prices are outdated: `find` returns nothing until an update that starts after this call has ended. */
  invalidate(): void;
  close(): void;
}

export interface CatalogueOptions {
  openStore(onClosed: () => void): Promise<CatalogueStore>;
  /** @returns `undefined` if the cursor has expired: everything must be read again */
  readPage(cursor: string | undefined, signal: AbortSignal): Promise<SyncPage | undefined>;
  /** Runs the work in one tab at a time. */
  withLock<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result>;
  /** Delay between two pages. */
  pause(signal: AbortSignal): Promise<void>;
  /** Resolves when the store has taken too long and the service should be asked. */
  timeout(): Promise<void>;
  /** Current time in ms since 1970. */
  now(): number;
  /** Called when this tab or another one may have changed the catalogue. */
  onChange(): void;
}

class StoreError extends Error {}

export function createCatalogue({
  openStore,
  readPage,
  withLock,
  pause,
  timeout,
  now,
  onChange,
}: CatalogueOptions): Catalogue {
  let opening: Promise<CatalogueStore> | undefined;
  /** The store cannot be opened, or was corrupt twice. */
  let isOff = false;
  let wasDiscarded = false;
  /** A slow lookup is still running. Other lookups do not wait for the store meanwhile. */
  let isSlow = false;
  let invalidations = 0;
  let handled_invalidations = 0;
  let seen_cursor: string | undefined;

  function open(): Promise<CatalogueStore> {
    if (opening !== undefined) return opening;
    const own: Promise<CatalogueStore> = openStore(() => {
      if (opening === own) opening = undefined;
    });
    opening = own;
    return own;
  }

  /** Any error of the work is treated as an error of the store. */
  async function withStore<Result>(work: (store: CatalogueStore) => Promise<Result>): Promise<Result> {
    const own = open();
    try {
      return await work(await own);
    } catch (cause) {
      await discard(own);
      throw new StoreError('the catalogue store failed', { cause });
    }
  }

  /**
   * Discards a corrupt store, to fill it again; the second time it turns the catalogue off. A store that was closed is
   * not corrupt.
   */
  async function discard(broken: Promise<CatalogueStore>): Promise<void> {
    if (opening !== broken) return;
    opening = undefined;
    if (wasDiscarded) isOff = true;
    wasDiscarded = true;
    try {
      await (await broken).destroy();
    } catch {
      isOff = true;
    }
  }

  /** @returns whether there is more to read */
  async function readOn(signal: AbortSignal): Promise<boolean> {
    const progress = await withStore((store) => store.progress());
    const page = await readPage(progress?.cursor, signal);
    signal.throwIfAborted();
    if (page === undefined) {
      if (progress !== undefined) await withStore((store) => store.clear(progress.cursor));
      return true;
    }
    const { cursor, has_more } = page;
    const next = {
      cursor,
      is_complete: progress?.is_complete === true || !has_more,
      checked_at: has_more ? (progress?.checked_at ?? 0) : now(),
    };
    const isWritten = await withStore((store) => store.write(progress?.cursor, changesOf(page.records), next));
    if (seen_cursor !== cursor) onChange();
    seen_cursor = cursor;
    return has_more || !isWritten;
  }

  /** @returns `undefined` if the catalogue is not complete or too old */
  async function look(values: CodeValues): Promise<Found | undefined> {
    const found = await withStore((store) => store.find(values));
    if (found.progress?.is_complete !== true) return undefined;
    const age_ms = now() - found.progress.checked_at;
    return age_ms >= 0 && age_ms < max_age_ms ? found : undefined;
  }

  async function findUnlessSlow(values: CodeValues): Promise<Found | undefined> {
    if (isOff || isSlow || invalidations > handled_invalidations) return undefined;
    const invalidations_before = invalidations;
    try {
      const looking = look(values);
      const found = await Promise.race([looking, timeout().then(() => 'late' as const)]);
      if (found === 'late') {
        isSlow = true;
        const resume = () => {
          isSlow = false;
        };
        looking.then(resume, resume);
        return undefined;
      }
      return invalidations === invalidations_before ? found : undefined;
    } catch {
      return undefined;
    }
  }

  async function readAll(signal: AbortSignal): Promise<void> {
    while (!isOff) {
      try {
        if (!(await withLock(() => readOn(signal), signal))) return;
        await pause(signal);
      } catch (error) {
        if (!(error instanceof StoreError)) throw error;
        // The discarded store is filled again.
        signal.throwIfAborted();
      }
    }
  }

  return {
    find: async (code) => only(await findUnlessSlow(valuesOf(code))),
    findById: async (id) => only(await findUnlessSlow({ barcodes: [], skus: [], ids: [id], variants_of: [] })),
    async findWithVariants(id) {
      const found = await findUnlessSlow({ barcodes: [], skus: [], ids: [id], variants_of: [id] });
      return found && goodsWithVariants(id, found.rows);
    },
    async update(signal) {
      const invalidations_before = invalidations;
      await readAll(signal);
      handled_invalidations = Math.max(handled_invalidations, invalidations_before);
    },
    invalidate() {
      invalidations += 1;
    },
    close() {
      void opening?.then(
        (store) => store.close(),
        () => undefined,
      );
      opening = undefined;
    },
  };
}

const only = (found: Found | undefined): Goods | undefined => found && onlyGoods(found.rows, found.parents);
