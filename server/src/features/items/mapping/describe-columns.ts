import type { Handle } from '../../../platform/database/handle.ts';
import { listWarehouseNames } from '../import-queries.ts';
import { type FileColumns, readColumns } from '../read-import.ts';
import { headingsOf } from './mapping-rules.ts';
import { detectSource, locationColumns, suggestMapping } from './source-rules.ts';

const columnsAtMost = 200;
const charactersAtMost = 200;
const sampleCharacters = 80;

/**
 * The columns of a file, and what they probably hold.
 * @throws AppError VALIDATION_ERROR on `file`, UNAVAILABLE if too many files are being read
 */
export async function describeColumns(db: Handle, content: Buffer, signal: AbortSignal) {
  const { headings, columns } = describeHeadings(await readColumns(content, signal));
  const source = detectSource(headings);
  const warehouses = await listWarehouseNames(db);
  return {
    source,
    columns,
    mapping: suggestMapping(headings, source),
    stock_columns: locationColumns(headings, source).map(({ heading, location }) => ({
      heading,
      location,
      warehouse_id: warehouses.find(({ name }) => name.toLowerCase() === location.toLowerCase())?.id ?? null,
    })),
  };
}

/** The headings of a file, and each with the value of the first row. */
export function describeHeadings({ headings: cells, sample }: FileColumns) {
  const all = headingsOf(cells);
  const headings = all
    .filter((heading) => heading !== '' && heading.length <= charactersAtMost)
    .slice(0, columnsAtMost);
  const columns = [...new Set(headings)].map((heading) => ({
    heading,
    sample: String(sample[all.indexOf(heading)] ?? '')
      .slice(0, sampleCharacters)
      .toWellFormed(),
  }));
  return { headings, columns };
}
