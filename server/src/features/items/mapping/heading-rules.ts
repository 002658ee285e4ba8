import { productHeadings } from '@tillhouse/core/product-headings';
import { languages, placeOf } from '../../../core/language.ts';
import { unreadable } from '../../../platform/files/unreadable.ts';
import { type Heading, type OwnColumn, ownColumns } from '../import-rules.ts';
import { normalise } from './normalise-rules.ts';

const byName = new Map(ownColumns.map((column) => [normalise(column), column]));

const wordOf: Record<OwnColumn, keyof typeof productHeadings> = {
  sku: 'sku',
  name: 'name',
  price: 'price',
  cost: 'cost',
  stock: 'stock',
  minStock: 'min_stock',
  category: 'category',
  status: 'status',
  barcode: 'barcode',
  description: 'description',
  unit: 'unit',
  taxRate: 'tax_rate',
  parentSku: 'parent_sku',
  trackStock: 'track_stock',
};

/** The words of each language for our columns, without those that are the names of columns. */
const translations = languages.map((language) => {
  const wordsOf = (column: OwnColumn) => normalise(productHeadings[wordOf[column]][placeOf[language]]);
  const words = ownColumns.map((column) => [wordsOf(column), column] as const);
  return {
    columns: new Map(words.filter(([word]) => !byName.has(word))),
    warehouse: normalise(productHeadings.warehouse[placeOf[language]]),
  };
});

/** Our column of each heading, if it is one, and whether the headings are the words of a language. */
export interface OwnColumns {
  columns: readonly (OwnColumn | undefined)[];
  isTranslated: boolean;
  /** The heading with the name of a warehouse, if the file is our report of stock. */
  warehouse: string | undefined;
}

/**
 * Reads headings in any order, case and spelling. The words of a language count only if the file has no name of a
 * column for which this language has another word: beside our names they are other columns.
 */
export function ownColumnsOf(headings: readonly string[]): OwnColumns {
  const names = headings.map(normalise);
  const warehouseOf = (word: string) => headings.find((_, at) => names[at] === word);
  const named = names.map((name) => byName.get(name));
  for (const { columns, warehouse } of translations) {
    const translated = names.map((name) => columns.get(name));
    const otherwise = new Set(columns.values());
    if (translated.every((column) => column === undefined)) continue;
    if (named.some((column) => column !== undefined && otherwise.has(column))) continue;
    const all = named.map((column, at) => column ?? translated[at]);
    const found = all.includes('stock') ? warehouseOf(warehouse) : undefined;
    return { columns: all, isTranslated: true, warehouse: found ?? warehouseOf('warehouse') };
  }
  return { columns: named, isTranslated: false, warehouse: warehouseOf('warehouse') };
}

/**
 * The positions of our columns; other columns are ignored.
 * @throws AppError VALIDATION_ERROR on `file`
 */
export function readHeading(headings: readonly string[], { columns, isTranslated }: OwnColumns): Heading {
  const found = new Map<OwnColumn, number>();
  for (const [at, column] of columns.entries()) {
    if (column === undefined) continue;
    const first = found.get(column);
    if (first !== undefined) throw unreadable(`has two columns ${isTranslated ? headings[first] : column}`);
    found.set(column, at);
  }
  if (!found.has('sku')) throw unreadable('has no column sku in its heading, the first row');
  return found;
}
