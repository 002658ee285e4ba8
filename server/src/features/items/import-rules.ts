import { currencyDigits } from '@tillhouse/core/money';
import { type AppError, invalidField, ValidationErrors } from '../../core/errors.ts';
import type { ReadCell } from '../../platform/files/cells.ts';
import { normalise } from './mapping/normalise-rules.ts';

/** The columns of a file of records. */
export const columns = [
  'sku',
  'name',
  'price',
  'cost',
  'stock',
  'minStock',
  'category',
  'status',
  'barcode',
  'description',
  'unit',
  'taxRate',
] as const;
export type Column = (typeof columns)[number];

/** The columns of our own files: of a variant, also the SKU of its product. */
export const ownColumns = [...columns, 'parentSku', 'trackStock'] as const;
export type OwnColumn = (typeof ownColumns)[number];

export const columnsFor = (withCost: boolean): readonly OwnColumn[] =>
  withCost ? ownColumns : ownColumns.filter((column) => column !== 'cost');

/** The position of each column. Fields of missing columns stay unchanged. */
export type Heading = ReadonlyMap<OwnColumn, number>;

/** The fields of a row, with the names of the catalogue. */
export interface RowFields {
  sku: string;
  name?: string;
  price?: number;
  cost?: number;
  stock?: number;
  min_stock?: number | null;
  category?: string | null;
  status?: 'active' | 'inactive';
  barcode?: string | null;
  description?: string;
  unit?: string | null;
  tax_rate?: number | null;
  /** For a variant: the SKU of its product. */
  parent_sku?: string;
  /** The name if the SKU is that of a variant: other programs write a product with a single variant as one. */
  variant_name?: string;
  track_stock?: boolean;
  /** The stock in several warehouses, instead of `stock`. */
  stocks?: { warehouse_id: string; quantity: number; field?: string }[];
}

/** A column with the stock of one warehouse. */
export interface StockColumn {
  at: number;
  heading: string;
  warehouse_id: string;
  /** The field of the form that names the warehouse. */
  field: string;
}

/** What a spreadsheet writes for a long number: the last digits of `4.00638E+12` are lost. */
const shortened = /^\s*\d(?:[.,]\d+)?E\+\d{2}\s*$/i;

const largestPrice = 9_999_999_999.99;
const largestStock = 1_000_000_000;

/**
 * Reads a row. An empty cell clears a field that may be empty, and leaves others unchanged.
 * @throws AppError VALIDATION_ERROR naming each wrong column
 */
export function readRow(
  cells: readonly ReadCell[],
  heading: Heading,
  { currency, allow_negative_stock }: { currency: string; allow_negative_stock: boolean },
  stockColumns: readonly (StockColumn & { cell?: ReadCell })[] = [],
): RowFields {
  const errors = new ValidationErrors();
  const at = (column: OwnColumn): ReadCell | undefined =>
    heading.has(column) ? (cells[heading.get(column) ?? 0] ?? null) : undefined;
  const text = (column: OwnColumn, maxLength: number) =>
    readText(at(column), maxLength, (message) => errors.add(column, message));
  const number = (column: Column, bounds: Bounds) =>
    readNumber(at(column), bounds, (message) => errors.add(column, message));
  const [sku, name, status] = [
    text('sku', 100)?.trim(),
    text('name', 300)?.trim(),
    text('status', 20)?.trim().toLowerCase(),
  ];
  const digits = currencyDigits(currency);
  const price = number('price', { minimum: 0, maximum: largestPrice, digits });
  const cost = number('cost', { minimum: 0, maximum: largestPrice, digits });
  const stockBounds = { minimum: allow_negative_stock ? -largestStock : 0, maximum: largestStock, digits: 0 };
  const stock = number('stock', stockBounds);
  const stocks = stockColumns.flatMap(
    ({ at: position, heading: name, warehouse_id, cell = cells[position] ?? null }) => {
      const quantity = readNumber(cell, stockBounds, (message) => errors.add(name, message));
      return typeof quantity === 'number' ? [{ warehouse_id, quantity, field: name }] : [];
    },
  );
  const min_stock = number('minStock', { minimum: 0, maximum: largestStock, digits: 0 });
  const tax_rate = number('taxRate', { minimum: 0, maximum: 100, digits: 4 });
  const [category, barcode, unit] = [text('category', 200), text('barcode', 100), text('unit', 50)];
  for (const [field, written] of Object.entries({ sku, barcode }))
    if (written !== undefined && shortened.test(written))
      errors.add(field, 'was shortened by a spreadsheet: format its column as text');
  const description = text('description', 10_000);
  const parent_sku = text('parentSku', 100)?.trim() || undefined;
  const tracked = text('trackStock', 20)?.trim().toLowerCase() || undefined;
  if (tracked !== undefined && tracked !== 'true' && tracked !== 'false')
    errors.add('trackStock', 'must be one of true, false');
  if (sku === undefined || sku === '') errors.add('sku', 'is required');
  else if (sku === parent_sku) errors.add('parentSku', 'must be that of another product');
  if (status !== undefined && status !== '' && status !== 'active' && status !== 'inactive')
    errors.add('status', 'must be one of active, inactive');
  errors.throwIfAny();
  return {
    sku: sku ?? '',
    ...(name === undefined || name === '' ? {} : { name }),
    ...(typeof price === 'number' ? { price } : {}),
    ...(typeof cost === 'number' ? { cost } : {}),
    ...(typeof stock === 'number' ? { stock } : {}),
    ...(stocks.length === 0 ? {} : { stocks }),
    ...(min_stock === undefined ? {} : { min_stock }),
    ...(category === undefined ? {} : { category }),
    ...(status === 'active' || status === 'inactive' ? { status } : {}),
    ...(barcode === undefined ? {} : { barcode }),
    ...(description === undefined ? {} : { description }),
    ...(unit === undefined ? {} : { unit }),
    ...(tax_rate === undefined ? {} : { tax_rate }),
    ...(parent_sku === undefined ? {} : { parent_sku }),
    ...(tracked === undefined ? {} : { track_stock: tracked === 'true' }),
  };
}

/** The row of each SKU of a file, and whether it is that of a product that its variants share. */
export type SeenSkus = Map<string, { row: number; isShared: boolean }>;

/**
 * Adds what a row makes: a product, or the product that its variants share and one of them.
 * @throws AppError VALIDATION_ERROR for a SKU of another row
 */
export function requireNewSkus(seen: SeenSkus, row: number, inputs: readonly RowFields[]): void {
  const [shared, own] = inputs.length > 1 ? [inputs[0], inputs.at(-1)] : [undefined, inputs[0]];
  if (own === undefined) return;
  const other = seen.get(own.sku);
  if (other !== undefined) throw invalidField('sku', `is also in row ${other.row}`);
  const product = shared && seen.get(shared.sku);
  if (product?.isShared === false) throw invalidField('sku', `of its product is also in row ${product.row}`);
  seen.set(own.sku, { row, isShared: false });
  if (shared !== undefined && product === undefined) seen.set(shared.sku, { row, isShared: true });
}

type ReportError = (message: string) => void;

function readText(cell: ReadCell | undefined, maxLength: number, report: ReportError): string | undefined {
  if (cell === undefined) return undefined;
  if (cell instanceof Date) {
    report('is a date; its cell must hold text');
    return undefined;
  }
  const text = String(cell ?? '');
  if ([...text].length > maxLength) report(`must have at most ${maxLength} characters`);
  if (text.includes('\0') || !text.isWellFormed()) report('must be well-formed text without NUL characters');
  return text;
}

interface Bounds {
  minimum: number;
  maximum: number;
  digits: number;
}

/** `null` for an empty cell. */
function readNumber(
  cell: ReadCell | undefined,
  { minimum, maximum, digits }: Bounds,
  report: ReportError,
): number | null | undefined {
  if (cell === undefined) return undefined;
  if (cell === null || (typeof cell === 'string' && cell.trim() === '')) return null;
  const number = typeof cell === 'number' ? roundDouble(cell, digits) : numberOf(cell);
  if (number === undefined) report(digits === 0 ? 'must be a whole number' : 'must be a number');
  else if (digits === 0 && !Number.isInteger(number)) report('must be a whole number');
  else if (number < minimum) report(`must be at least ${minimum}`);
  else if (number > maximum) report(`must be at most ${maximum}`);
  else return number;
  return undefined;
}

const numberOf = (cell: ReadCell): number | undefined =>
  typeof cell === 'string' && /^\s*[-+]?\d{1,15}(\.\d{1,20})?\s*$/.test(cell) ? Number(cell) : undefined;

/** A workbook stores doubles: 2.55 is stored as 2.5499999999999998. */
export function roundDouble(double: number, digits: number): number {
  const rounded = Number(double.toFixed(digits));
  return Math.abs(rounded - double) < 1e-6 ? rounded : double;
}

/** The errors of a row as one sentence, with the names of the file’s columns. */
export const messageOf = ({ details, message }: AppError, names?: HeadingNames): string =>
  details.length === 0
    ? message
    : details.map(({ field, message: why }) => `${headingOf(field, names)}: ${why}`).join('; ');

/** A file's own heading of each column. */
export type HeadingNames = ReadonlyMap<string, string> | undefined;

function headingOf(field: string, names: HeadingNames): string {
  const column = ownColumns.find((one) => normalise(one) === normalise(field));
  return column === undefined ? field : (names?.get(column) ?? column);
}
