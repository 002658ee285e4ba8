import { AppError } from '../server/src/core/errors.ts';
import { messageOf, type RowFields } from '../server/src/features/items/import-rules.ts';
import { createRowReader } from '../server/src/features/items/mapping/mapped-row-rules.ts';
import { type MappingChoice, readLayout } from '../server/src/features/items/mapping/mapping-rules.ts';
import type { ReadRow } from '../server/src/platform/files/cells.ts';
import { createSignFinder } from '../server/src/platform/files/number-style-rules.ts';
import { cellSeparator, isFilled, readRows } from '../server/src/platform/files/read-rows.ts';

/** What a file of products makes, row by row, without importing it. */
export async function readMapped(content: Buffer, choice: MappingChoice, currency = 'USD') {
  const rows: ReadRow[] = [];
  for await (const row of readRows(content)) if (isFilled(row)) rows.push(row);
  const [heading, ...below] = rows;
  const layout = readLayout(heading?.cells ?? [], choice);
  const finder = createSignFinder();
  for (const { cells } of below) finder.add(cells);
  const numbers = { signs: finder.signs(), separator: cellSeparator(content) };
  const reader = createRowReader(layout, { currency, allow_negative_stock: false }, numbers);
  const products: RowFields[] = [];
  const errors: string[] = [];
  for (const [at, row] of below.entries()) {
    try {
      products.push(...reader(row, below[at + 1]));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      errors.push(`${row.row} ${messageOf(error, layout.names)}`);
    }
  }
  const bySku = Object.fromEntries(products.map((product) => [product.sku, product]));
  return { products, bySku, errors };
}
