import type { ColumnChoice } from '../../design/forms/column-mapping.tsx';
import type { api } from '../../session/api.ts';

export type FileColumns = Awaited<ReturnType<typeof api.readImportColumns>>;

/** What a person chose for a file. */
export interface Choice {
  mapping: ColumnChoice;
  /** The warehouse of each column with the stock of one location. */
  stocks: Record<string, string | null>;
  /** The warehouse of the other stock column; null: all of them together. */
  warehouse_id: string | null;
}

/** The fields that a file can have, those that matter most first. */
export const fields = [
  'name',
  'sku',
  'price',
  'variant',
  'handle',
  'stock',
  'cost',
  'barcode',
  'category',
  'description',
  'unit',
  'taxRate',
  'minStock',
  'status',
  'trackStock',
] as const;

export const requiredFields: readonly string[] = ['name', 'price'];

/** The service's guesses as a first choice. A file with one location, for a shop with one warehouse, needs no more. */
export function firstChoice(
  { mapping, stock_columns }: Pick<FileColumns, 'mapping' | 'stock_columns'>,
  warehouses: readonly { id: string }[],
): Choice {
  const [only, another] = warehouses;
  const isSimple = stock_columns.length === 1 && only !== undefined && another === undefined;
  return {
    mapping,
    stocks: Object.fromEntries(
      stock_columns.map(({ heading, warehouse_id }) => [heading, isSimple ? only.id : warehouse_id]),
    ),
    warehouse_id: null,
  };
}

/** Whether a choice can be previewed without a person: the program is known, and each location has its warehouse. */
export const isComplete = ({ source }: Pick<FileColumns, 'source'>, { mapping, stocks }: Choice): boolean =>
  source !== 'unknown' &&
  requiredFields.every((field) => mapping[field] !== undefined) &&
  Object.values(stocks).every((warehouse) => warehouse !== null);

/** The fields of the form; none for a file with our own headings. */
export function formFields(
  columns: Pick<FileColumns, 'source'>,
  { mapping, stocks, warehouse_id }: Choice,
): { mapping?: string; stock_columns?: string; warehouse_id?: string } {
  const into = warehouse_id === null ? {} : { warehouse_id };
  if (columns.source === 'tillhouse') return into;
  const chosen = Object.entries(stocks).filter(([, warehouse]) => warehouse !== null);
  return {
    ...into,
    mapping: JSON.stringify(mapping),
    ...(Object.keys(stocks).length === 0 ? {} : { stock_columns: JSON.stringify(Object.fromEntries(chosen)) }),
  };
}

/** What an undo of an import leaves as it is: how much in all, and how much of it the response does not list. */
export const leftByUndo = ({
  kept,
  failed,
  entries,
}: {
  kept: number;
  failed: number;
  entries: readonly unknown[];
}): { all: number; unlisted: number } => ({ all: kept + failed, unlisted: kept + failed - entries.length });
