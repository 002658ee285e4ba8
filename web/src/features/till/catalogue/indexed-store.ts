import { type CatalogueRow, isRow } from './catalogue-row.ts';
import type { CatalogueStore, Progress } from './catalogue-store.ts';

/**
 * Version of the row format. A store of an earlier version is emptied when it is opened; one of a later version is not
 * opened.
 */
const version = 2;
const progress_key = 'progress';

/**
 * The catalogue in IndexedDB.
 * @param onClosed called when the browser has closed the store, or another tab deletes or upgrades it
 * @throws Error if the browser has no IndexedDB or blocks it
 */
export async function openIndexedStore(name: string, onClosed: () => void): Promise<CatalogueStore> {
  const database = await openDatabase(name);
  const close = () => {
    database.close();
    onClosed();
  };
  database.onclose = onClosed;
  // Otherwise the other tab would wait for this one.
  database.onversionchange = close;

  const changing = async <Result>(
    work: (products: IDBObjectStore, progress: IDBObjectStore) => Promise<Result>,
  ): Promise<Result> => {
    const transaction = database.transaction(['products', 'progress'], 'readwrite');
    const ended = endOf(transaction);
    try {
      const result = await work(transaction.objectStore('products'), transaction.objectStore('progress'));
      await ended;
      return result;
    } catch (error) {
      ended.catch(() => undefined);
      abort(transaction);
      throw error;
    }
  };

  return {
    progress: () => readProgress(database.transaction('progress').objectStore('progress')),
    write: (expected_cursor, { put, remove }, next) =>
      changing(async (products, progress) => {
        if ((await readProgress(progress))?.cursor !== expected_cursor) return false;
        for (const row of put) products.put(row);
        for (const id of remove) products.delete(id);
        progress.put(next, progress_key);
        return true;
      }),
    clear: (expected_cursor) =>
      changing(async (products, progress) => {
        if ((await readProgress(progress))?.cursor !== expected_cursor) return;
        products.clear();
        progress.clear();
      }),
    async find({ barcodes, skus, ids, variants_of }) {
      const transaction = database.transaction(['products', 'progress']);
      const products = transaction.objectStore('products');
      const having = (index: string, values: readonly string[]) =>
        values.map(async (value) => (await resultOf(products.index(index).getAll(value))).map(checkedRow));
      const byId = async (wanted: readonly string[]) => {
        const rows = await Promise.all(wanted.map((id) => resultOf(products.get(id))));
        return rows.filter((row) => row !== undefined).map(checkedRow);
      };
      const [progress, ...lists] = await Promise.all([
        readProgress(transaction.objectStore('progress')),
        byId(ids),
        ...having('barcode', barcodes),
        ...having('sku', skus),
        ...having('parent_id', variants_of),
      ]);
      const rows = lists.flat();
      const parent_ids = new Set(rows.flatMap(({ parent_id }) => parent_id ?? []));
      return { progress, rows, parents: await byId([...parent_ids]) };
    },
    close: () => database.close(),
    async destroy() {
      database.close();
      await resultOf(indexedDB.deleteDatabase(name));
    },
  };
}

function openDatabase(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name, version);
  request.onupgradeneeded = () => {
    const { result: database } = request;
    for (const old of [...database.objectStoreNames]) database.deleteObjectStore(old);
    const products = database.createObjectStore('products', { keyPath: 'id' });
    for (const index of ['barcode', 'sku', 'parent_id']) products.createIndex(index, index);
    database.createObjectStore('progress');
  };
  return new Promise((resolve, reject) => {
    // A tab with an earlier version of the pages blocks the upgrade. If it closes later, this database is closed again
    // unused.
    let isLate = false;
    request.onblocked = () => {
      isLate = true;
      reject(new Error('another tab blocks the catalogue upgrade'));
    };
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      if (isLate) request.result.close();
      else resolve(request.result);
    };
  });
}

const resultOf = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

const endOf = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('a catalogue transaction was aborted'));
  });

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // The transaction has already ended.
  }
}

function checkedRow(value: unknown): CatalogueRow {
  if (!isRow(value)) throw new Error('a catalogue row is corrupt');
  return value;
}

async function readProgress(store: IDBObjectStore): Promise<Progress | undefined> {
  const value: Partial<Progress> | undefined = await resultOf(store.get(progress_key));
  if (value === undefined) return undefined;
  const { cursor, is_complete, checked_at } = value ?? {};
  if (typeof cursor !== 'string' || typeof is_complete !== 'boolean' || typeof checked_at !== 'number')
    throw new Error('the catalogue progress is corrupt');
  return { cursor, is_complete, checked_at };
}
