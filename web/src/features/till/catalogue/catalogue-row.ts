import type { RowOf } from '../../../session/types.ts';
import type { Goods } from '../cart.ts';

/** A product or variant in the local catalogue, with the fields that a till needs. */
export interface CatalogueRow extends Goods {
  id: string;
  /** Left out if there is none, because IndexedDB then leaves the row out of the index. */
  barcode?: string;
  /** The product of a variant; `null` for a product. */
  parent_id: string | null;
  is_active: boolean;
}

/** The catalogue changes in a page of `GET /sync`. */
export interface Changes {
  put: CatalogueRow[];
  /** Ids of deleted products. */
  remove: string[];
}

export type SyncRecord = RowOf<'sync'>;

/** A page may contain a record several times. The last one counts. */
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

/** Whether a value from the store is a valid row. Other software or a disk error may have changed it. */
export function isRow(value: unknown): value is CatalogueRow {
  if (typeof value !== 'object' || value === null) return false;
  const { id, sku, barcode, name, price, tax_rate, parent_id, is_active } = value as Record<
    keyof CatalogueRow,
    unknown
  >;
  return (
    [id, sku, name].every((text) => typeof text === 'string') &&
    (barcode === undefined || typeof barcode === 'string') &&
    Number.isFinite(price) &&
    (tax_rate === null || Number.isFinite(tax_rate)) &&
    (parent_id === null || typeof parent_id === 'string') &&
    typeof is_active === 'boolean'
  );
}
