import type { RowOf } from '../../../session/types.ts';
import type { Goods } from '../cart.ts';

/** A product or variant as the browser keeps it: what a till sells by, and no more. */
export interface CatalogueRow extends Goods {
  id: string;
  /** Left out where there is none: IndexedDB leaves such a row out of its index. */
  barcode?: string;
  /** Of a variant: its product. */
  parent_id: string | null;
  is_active: boolean;
}

/** What a page of `GET /sync` changes in the catalogue. */
export interface Changes {
  put: CatalogueRow[];
  /** Ids. */
  remove: string[];
}

export type SyncRecord = RowOf<'sync'>;

/** A record may come more than once in a page; the last one counts. */
export function changesOf(records: readonly SyncRecord[]): Changes {
  const last = new Map<string, CatalogueRow | undefined>();
  for (const record of records) {
    if (record.kind !== 'product') continue;
    last.set(record.id, 'deleted' in record ? undefined : rowOf(record));
  }
  const changes: Changes = { put: [], remove: [] };
  for (const [id, row] of last) {
    if (row === undefined) changes.remove.push(id);
    else changes.put.push(row);
  }
  return changes;
}

type ProductRecord = Exclude<Extract<SyncRecord, { kind: 'product' }>, { deleted: true }>;

const rowOf = ({ id, sku, barcode, name, price, tax_rate, parent_id, status }: ProductRecord): CatalogueRow => ({
  id,
  sku,
  name,
  price,
  tax_rate,
  parent_id,
  is_active: status === 'active',
  ...(barcode === null ? {} : { barcode }),
});

/** Whether what was read from the store is a row. Another program, or a fault of the disk, may have changed it. */
export function isRow(value: unknown): value is CatalogueRow {
  if (typeof value !== 'object' || value === null) return false;
  const { id, sku, barcode, name, price, tax_rate, parent_id, is_active } = value as Record<keyof CatalogueRow, unknown>;
  return (
    [id, sku, name].every((text) => typeof text === 'string') &&
    (barcode === undefined || typeof barcode === 'string') &&
    Number.isFinite(price) &&
    (tax_rate === null || Number.isFinite(tax_rate)) &&
    (parent_id === null || typeof parent_id === 'string') &&
    typeof is_active === 'boolean'
  );
}
