import type { Timestamp } from '../../../core/clock.ts';
import { newId } from '../../../core/ids.ts';
import type { Transaction } from '../../../platform/database/handle.ts';
import type { PutResult } from '../../catalogue/put-products.ts';
import type { ProductRow } from '../../catalogue/queries.ts';
import type { WrittenCustomer } from '../../customers/put-customers.ts';
import { deleteChangesOf, insertChanges, type NewChange } from './undo-queries.ts';
import type { Fields, ProductFields } from './undo-rules.ts';

/** The fields of a product as they are recorded. */
export function fieldsOf(row: ProductRow): ProductFields {
  const { sku, name, description, status, barcode, min_stock, tax_rate_ppm, unit, track_stock } = row;
  const amounts = { price: String(row.price), cost: String(row.cost) };
  // The category of a variant is that of its product.
  const { category, category_id } = row.parent_id === null ? row : { category: null, category_id: null };
  const others = { barcode, min_stock, tax_rate_ppm, unit, track_stock, images: row.images.join('\n') };
  return { sku, name, description, category, category_id, ...amounts, status, ...others };
}

const noValues = { warehouse_id: null, quantity: null, before: null, after: null };

/** Keeps what an import created and changed. Must run in the transaction of the changes, after them. */
export async function recordProducts(
  tx: Transaction,
  import_id: string,
  { products, moves }: Pick<PutResult, 'products' | 'moves'>,
  now: Timestamp,
): Promise<void> {
  const changes: NewChange[] = products.map(({ row, stored, is_new }) => ({
    ...noValues,
    id: newId(),
    kind: 'product',
    subject_id: row.id,
    ...(is_new || stored === undefined
      ? { after: { ...fieldsOf(row) } }
      : differences({ ...fieldsOf(stored) }, { ...fieldsOf(row) })),
  }));
  for (const { product_id, warehouse_id, quantity } of moves)
    changes.push({ ...noValues, id: newId(), kind: 'stock', subject_id: product_id, warehouse_id, quantity });
  if (changes.length !== 0) await insertChanges(tx, import_id, changes, now);
}

/** Keeps which customers an import created, and what it changed of others. */
export async function recordCustomers(
  tx: Transaction,
  import_id: string,
  written: readonly WrittenCustomer[],
  now: Timestamp,
): Promise<void> {
  const changes = written.map(
    ({ id, before, after }): NewChange => ({
      ...noValues,
      id: newId(),
      kind: 'customer',
      subject_id: id,
      ...(before === undefined ? { after: { ...after } } : differences({ ...before }, { ...after })),
    }),
  );
  if (changes.length !== 0) await insertChanges(tx, import_id, changes, now);
}

/** The fields with different values. */
function differences(before: Fields, after: Fields): { before: Fields; after: Fields } {
  const changed = Object.keys(after).filter((field) => before[field] !== after[field]);
  const only = (fields: Fields): Fields => Object.fromEntries(changed.map((field) => [field, fields[field] ?? null]));
  return { before: only(before), after: only(after) };
}

/** Forgets what imports recorded about an erased customer. */
export const forgetImportedCustomer = (tx: Transaction, customer_id: string): Promise<number> =>
  deleteChangesOf(tx, customer_id);
