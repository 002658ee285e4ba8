import { sameBarcodes } from '@tillhouse/core/barcodes';
import type { OperationContext } from '../../core/actor.ts';
import type { Timestamp } from '../../core/clock.ts';
import { type AppError, invalidField, invalidInput, invalidState, ValidationErrors } from '../../core/errors.ts';
import { blankToNull } from '../../core/texts.ts';
import type { Handle } from '../../platform/database/handle.ts';
import { type LevelKey, levelKeyOf } from '../inventory/move-stock.ts';
import {
  addCount,
  addInitialStock,
  addWarehouseCounts,
  type Stocktake,
  type WarehouseCount,
} from '../inventory/take-stock.ts';
import { barcodeInUse } from './barcodes.ts';
import { listCategoriesByName } from './category-queries.ts';
import { blankProduct, findCompacted } from './compact-plan.ts';
import { countVariantsOf, listByBarcode, listProductsBySku, type ProductRow } from './queries.ts';
import { type ProductInput, readFields, variantsAtMost } from './rules.ts';

/** The input for the product that has, or will have, this SKU. Omitted fields stay. */
export interface PutInput extends Omit<ProductInput, 'images' | 'track_stock'> {
  sku: string;
  /** Makes a new product a variant of the product with this SKU. */
  parent_sku?: string;
  /** The name of an existing variant, instead of `name`. */
  variant_name?: string;
  /** Whether the stock of a new product is tracked; that of an existing one stays as it is. */
  track_stock?: boolean;
  /** The quantities counted in several warehouses, instead of `stock`. */
  stocks?: readonly WarehouseCount[];
}

/** A product after the inputs so far. `category` is its new category; `category_id` is still that of the old one. */
export interface Planned {
  row: ProductRow;
  /** The stored product; undefined for a new one. */
  stored?: ProductRow | undefined;
  is_new: boolean;
  is_changed: boolean;
  /** Whether its category changes. */
  is_moved: boolean;
}

/** The changes that inputs would make to the catalogue, calculated before anything is written. */
export interface Plan {
  /** By SKU. */
  readonly products: Map<string, Planned>;
  /** The barcodes of products that `compactPlan` removed, by SKU. */
  readonly compacted: Map<string, string | null>;
  /** The SKU of each barcode; `null` for a barcode that its product no longer has. */
  readonly skuByBarcode: Map<string, string | null>;
  /** Names of categories by their spelling in the input. */
  readonly categories: Map<string, string>;
  /** The number of variants of products that get new ones, by SKU. */
  readonly variants: Map<string, number>;
}

export const emptyPlan = (): Plan => ({
  products: new Map(),
  compacted: new Map(),
  skuByBarcode: new Map(),
  categories: new Map(),
  variants: new Map(),
});

export const categoryNamesIn = (inputs: readonly PutInput[]): string[] =>
  uniqueTexts(inputs.map(({ category }) => blankToNull(category ?? null)));

const uniqueTexts = (texts: readonly (string | null)[]): string[] => [
  ...new Set(texts.filter((text) => text !== null)),
];

/** The SKUs of products that are changed, or get variants. */
export const skusIn = (inputs: readonly PutInput[]): string[] => [
  ...new Set(inputs.flatMap(({ sku, parent_sku }) => (parent_sku === undefined ? [sku] : [sku, parent_sku]))),
];

/** Reads the stored products that inputs refer to. */
export async function readIntoPlan(db: Handle, plan: Plan, inputs: readonly PutInput[]): Promise<void> {
  const skus = skusIn(inputs).filter((sku) => !plan.products.has(sku));
  for (const stored of skus.length === 0 ? [] : await listProductsBySku(db, skus)) {
    const barcode = plan.compacted.get(stored.sku);
    const row = barcode === undefined ? stored : { ...stored, barcode };
    plan.products.set(row.sku, { row, stored, is_new: false, is_changed: false, is_moved: false });
  }
  const barcodes = uniqueTexts(inputs.map(({ barcode }) => blankToNull(barcode ?? null)))
    .flatMap(sameBarcodes)
    .filter((barcode) => !plan.skuByBarcode.has(barcode));
  for (const { barcode, sku } of barcodes.length === 0 ? [] : await listByBarcode(db, barcodes))
    plan.skuByBarcode.set(barcode, sku);
  const names = categoryNamesIn(inputs).filter((name) => !plan.categories.has(name));
  for (const { written, name } of names.length === 0 ? [] : await listCategoriesByName(db, names))
    plan.categories.set(written, name);
  await countVariantsInto(db, plan, inputs);
}

async function countVariantsInto(db: Handle, { products, variants }: Plan, inputs: readonly PutInput[]): Promise<void> {
  const parents = uniqueTexts(inputs.map(({ parent_sku }) => parent_sku ?? null)).flatMap((sku) => {
    const stored = variants.has(sku) ? undefined : products.get(sku)?.stored;
    return stored === undefined ? [] : [stored];
  });
  if (parents.length === 0) return;
  const ids = parents.map(({ id }) => id);
  const counts = new Map((await countVariantsOf(db, ids)).map(({ parent_id, variants: count }) => [parent_id, count]));
  for (const { id, sku } of parents) variants.set(sku, counts.get(id) ?? 0);
}

/** The existing products for which the inputs give a counted stock. */
export const productsToCount = (
  { products }: Plan,
  inputs: readonly PutInput[],
): { product_id: string; track_stock: boolean }[] =>
  inputs.flatMap(({ sku, stock }) => {
    const planned = stock === undefined ? undefined : products.get(sku);
    return planned === undefined || planned.is_new
      ? []
      : [{ product_id: planned.row.id, track_stock: planned.row.track_stock }];
  });

/** The stored products whose reorder point an input states. */
export const productsToReorder = ({ products }: Plan, inputs: readonly PutInput[]): string[] =>
  inputs.flatMap(({ sku, min_stock }) => {
    const planned = min_stock === undefined ? undefined : products.get(sku);
    return planned === undefined || planned.is_new || planned.row.min_stock === min_stock ? [] : [planned.row.id];
  });

/** The levels of existing products for which the inputs give a counted stock. */
export const levelsToCount = (
  { products }: Plan,
  inputs: readonly PutInput[],
): (LevelKey & { track_stock: boolean })[] =>
  inputs.flatMap(({ sku, stocks = [] }) => {
    const planned = products.get(sku);
    if (planned === undefined || planned.is_new) return [];
    const { id: product_id, track_stock } = planned.row;
    return stocks.map(({ warehouse_id }) => ({ product_id, warehouse_id, track_stock }));
  });

/**
 * Adds an input to the plan, by the rules of `createProduct` and `changeProduct`.
 * @throws AppError VALIDATION_ERROR, DUPLICATE, INSUFFICIENT_STOCK, INVALID_STATE; the plan is then unchanged
 */
export function planProduct(
  plan: Plan,
  stocktake: Stocktake,
  { actor, now }: OperationContext,
  input: PutInput,
): Planned {
  const before = plan.products.get(input.sku) ?? findCompacted(plan, input.sku, now);
  requireSameProduct(plan, before, input);
  const errors = new ValidationErrors();
  const fields = readFields(nameOfVariant(input, before), actor.merchant.currency, errors);
  if (before === undefined) requireNewFields(input);
  errors.throwIfAny();
  const { row } = before ?? { row: newProduct(plan, input, now) };
  if (typeof fields.barcode === 'string' && fields.barcode !== row.barcode)
    requireUnusedBarcode(plan, fields.barcode, row.sku);
  const stock = stockAfter(stocktake, row, input);
  const error = addStock(stocktake, actor, { row, is_new: before === undefined, input });
  if (error !== undefined) throw error;
  const category = categoryAfter(plan, row, input);
  const after: ProductRow = {
    ...row,
    ...fields,
    category,
    // For a product that exists, this is ignored: an import does not change whether stock is tracked.
    track_stock: row.track_stock,
    stock,
  };
  if (before === undefined && input.parent_sku !== undefined)
    plan.variants.set(input.parent_sku, (plan.variants.get(input.parent_sku) ?? 0) + 1);
  if (row.barcode !== null && row.barcode !== after.barcode) plan.skuByBarcode.set(row.barcode, null);
  if (after.barcode !== null) plan.skuByBarcode.set(after.barcode, after.sku);
  const planned: Planned = {
    row: after,
    stored: before?.stored,
    is_new: before?.is_new ?? true,
    is_changed: before?.is_changed === true || differs(row, after),
    is_moved: before?.is_moved === true || category !== row.category,
  };
  plan.products.set(input.sku, planned);
  return planned;
}

/** @throws AppError for an existing product that would have to become a variant, or one of another product */
function requireSameProduct({ products }: Plan, before: Planned | undefined, { parent_sku }: PutInput): void {
  const stored = before?.stored;
  const parent = products.get(parent_sku ?? '');
  if (stored === undefined || parent === undefined || stored.parent_id === parent.row.id) return;
  throw invalidField(
    'sku',
    stored.parent_id === null
      ? 'is that of a product, which cannot become a variant'
      : 'is that of a variant of another product',
  );
}

const nameOfVariant = ({ variant_name, ...input }: PutInput, before: Planned | undefined): PutInput =>
  variant_name === undefined || before === undefined || before.row.parent_id === null
    ? input
    : { ...input, name: variant_name };

function addStock(
  stocktake: Stocktake,
  actor: OperationContext['actor'],
  {
    row: { id, track_stock, cost },
    is_new,
    input: { stock, stocks },
  }: { row: ProductRow; is_new: boolean; input: PutInput },
): AppError | undefined {
  if (is_new && !track_stock) return undefined;
  if (stocks !== undefined)
    return addWarehouseCounts(
      stocktake,
      { actor },
      { product_id: id, track_stock, cost, type: 'import', is_new },
      stocks,
    );
  if (is_new) return addInitialStock(stocktake, actor, { product_id: id, quantity: stock ?? 0 });
  if (stock === undefined) return undefined;
  return addCount(stocktake, { actor }, { product_id: id, track_stock, total: stock, cost, type: 'import' });
}

/** The stock in all warehouses together after the input; of a new product what was counted. */
function stockAfter({ levels }: Stocktake, { id, stock, track_stock }: ProductRow, input: PutInput): bigint {
  if (!track_stock) return stock;
  if (input.stock !== undefined) return BigInt(input.stock);
  const onHand = ({ warehouse_id }: WarehouseCount) =>
    levels.get(levelKeyOf({ product_id: id, warehouse_id }))?.on_hand ?? 0;
  const change = (input.stocks ?? []).reduce((sum, count) => sum + count.quantity - onHand(count), 0);
  return stock + BigInt(change);
}

/** @throws AppError for a variant whose product does not exist or cannot have more */
function newProduct(plan: Plan, { sku, parent_sku, track_stock = true }: PutInput, now: Timestamp): ProductRow {
  const blank = { ...blankProduct(sku, now), track_stock };
  if (parent_sku === undefined) return blank;
  const parent = plan.products.get(parent_sku) ?? findCompacted(plan, parent_sku, now);
  if (parent === undefined) throw invalidField('name', 'belongs to a product that could not be imported');
  if (parent.row.parent_id !== null) throw invalidField('sku', 'of the product is that of a variant');
  if ((plan.variants.get(parent_sku) ?? 0) >= variantsAtMost)
    throw invalidState(`A product has at most ${variantsAtMost} variants`);
  return { ...blank, parent_id: parent.row.id };
}

function requireNewFields(input: PutInput): void {
  const missing = (['name', 'price'] as const).filter((field) => input[field] === undefined);
  if (missing.length > 0)
    throw invalidInput(missing.map((field) => ({ field, message: 'is required for a new product' })));
}

/** A variant is in its product's category. */
function categoryAfter({ categories }: Plan, row: ProductRow, { category }: PutInput): string | null {
  if (category === undefined || row.parent_id !== null) return row.category;
  const name = blankToNull(category);
  return name === null ? null : (categories.get(name) ?? name);
}

/** @throws AppError DUPLICATE for a barcode that another product has, maybe with other leading zeros */
function requireUnusedBarcode({ skuByBarcode }: Plan, barcode: string, sku: string): void {
  const users = sameBarcodes(barcode).map((same) => skuByBarcode.get(same) ?? null);
  if (users.some((user) => user !== null && user !== sku)) throw barcodeInUse();
}

const differs = (before: ProductRow, after: ProductRow): boolean =>
  comparedFields.some((field) => before[field] !== after[field]) || before.category !== after.category;

const comparedFields = [
  'name',
  'description',
  'price',
  'cost',
  'status',
  'barcode',
  'min_stock',
  'tax_rate_ppm',
  'unit',
] as const;
