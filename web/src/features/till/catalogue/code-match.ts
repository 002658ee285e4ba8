import { sameBarcodes } from '@tillhouse/core/barcodes';
import type { Goods } from '../cart.ts';
import type { CatalogueRow } from './catalogue-row.ts';

/** The index values that match a code, or the id of a product or variant, or the variants of a product. */
export interface CodeValues {
  barcodes: string[];
  skus: string[];
  ids: string[];
  /** Ids of products. */
  variants_of: string[];
}

/** Compares like `GET /lookup`: barcodes with any leading zeros; SKUs as typed, in upper case or in lower case. */
export function valuesOf(text: string): CodeValues {
  const code = text.trim();
  const skus = [...new Set([code, code.toUpperCase(), code.toLowerCase()])];
  return { barcodes: sameBarcodes(code), skus, ids: [], variants_of: [] };
}

/**
 * The only active product or variant among the rows with a code. `undefined` if there is none or more than one; then
 * the service decides.
 * @param parents the products of the variants in `rows`
 */
export function onlyGoods(rows: readonly CatalogueRow[], parents: readonly CatalogueRow[]): Goods | undefined {
  const byId = new Map(parents.map((row) => [row.id, row]));
  const found = new Map<string, Goods>();
  for (const row of rows) {
    const goods = goodsOf(row, row.parent_id === null ? null : byId.get(row.parent_id));
    if (goods !== undefined) found.set(row.id, goods);
  }
  const [only, ...others] = found.values();
  return others.length === 0 ? only : undefined;
}

/**
 * An active product and its active variants, as they are offered when the product is tapped. `undefined` if it is not
 * among the rows.
 */
export function goodsWithVariants(product_id: string, rows: readonly CatalogueRow[]): Goods[] | undefined {
  const product = rows.find(({ id }) => id === product_id);
  const own = product === undefined ? undefined : goodsOf(product, null);
  if (product === undefined || own === undefined) return undefined;
  const variants = rows.filter(({ parent_id }) => parent_id === product_id);
  return [own, ...variants.flatMap((variant) => goodsOf(variant, product) ?? [])];
}

/** @param parent `null` for a product; `undefined` for a variant whose product is missing */
function goodsOf(row: CatalogueRow, parent: CatalogueRow | null | undefined): Goods | undefined {
  if (parent === undefined || !row.is_active || parent?.is_active === false) return undefined;
  const { id, sku, price } = row;
  if (parent === null) return { id, sku, name: row.name, price, tax_rate: row.tax_rate };
  return { id, sku, name: `${parent.name} - ${row.name}`, price, tax_rate: row.tax_rate ?? parent.tax_rate };
}
