import { toMajor } from '@tillhouse/core/money';
import type { OperationContext } from '../../../core/actor.ts';
import type { Handle, Transaction } from '../../../platform/database/handle.ts';
import { deleteProducts } from '../../catalogue/delete-products.ts';
import { lockForUndo } from '../../catalogue/lock-products.ts';
import type { PutInput } from '../../catalogue/plan-products.ts';
import { putProducts } from '../../catalogue/put-products.ts';
import { countVariantsOf, listProductsById, type ProductRow } from '../../catalogue/queries.ts';
import { lockLevels, postMoves } from '../../inventory/move-stock.ts';
import { reversalFault } from '../../inventory/reverse-stock.ts';
import { aheadAtMost_ms } from '../../inventory/rules.ts';
import { fieldsOf } from './record-changes.ts';
import { listBarcodeHolders, listCategoryNames, listMoved, listSold, recordReleased } from './undo-queries.ts';
import type { Change, Facts, Fields, Kept, PlannedUndo } from './undo-rules.ts';

type ProductFacts = Facts & { parent_id: string | null };

/** Reads what decides about products. In a transaction, products and levels are locked first. */
export async function readProductFacts(
  db: Handle | Transaction,
  ctx: OperationContext,
  { import_id, changes }: { import_id: string; changes: ReadonlyMap<string, readonly Change[]> },
): Promise<(id: string) => ProductFacts> {
  const ids = [...changes.keys()];
  if ('emit' in db) {
    const all = [...changes.values()].flat();
    await lockForUndo(db, [...ids, ...(await holdersOf(db, import_id, all))], categoriesBefore(all));
  }
  const products = new Map((await listProductsById(db, ids)).map((row) => [row.id, row]));
  const sold = new Set((await listSold(db, ids)).map(({ id }) => id));
  const variants = new Map((await countVariantsOf(db, ids)).map((row) => [row.parent_id, row.variants]));
  const keys = [...changes.values()]
    .flat()
    .flatMap(({ subject_id, warehouse_id }) =>
      warehouse_id === null ? [] : [{ product_id: subject_id, warehouse_id }],
    );
  const faultOf = await reversalFault(db, ctx, keys);
  const lasts = [...changes.values()].flatMap((all) => all.at(-1) ?? []);
  const moved = Map.groupBy(await listMoved(db, lasts, aheadAtMost_ms), ({ product_id }) => product_id);
  return (id) => {
    const row = products.get(id);
    return {
      current: row && { id, sku: row.sku, name: row.name, fields: { ...fieldsOf(row) } },
      parent_id: row?.parent_id ?? null,
      used: sold.has(id) ? 'was used in a sale since' : undefined,
      variants: variants.get(id) ?? 0,
      moved: new Set((moved.get(id) ?? []).map(({ warehouse_id }) => warehouse_id)),
      stockFault: (warehouse_id, quantity) => faultOf({ product_id: id, warehouse_id }, quantity, row?.cost ?? 0n),
    };
  };
}

const categoriesBefore = (changes: readonly Change[]): string[] => [
  ...new Set(changes.flatMap(({ before }) => (typeof before?.category === 'string' ? before.category : []))),
];

/** Products of which an undo takes barcodes, and which it may change later. They are locked with the others, in order. */
async function holdersOf(db: Handle, import_id: string, changes: readonly Change[]): Promise<string[]> {
  const barcodes = changes.flatMap(({ before }) => (typeof before?.barcode === 'string' ? [before.barcode] : []));
  return barcodes.length === 0 ? [] : (await listBarcodeHolders(db, import_id, barcodes)).map(({ id }) => id);
}

/** Reverses what was planned. @returns the plans, with what the catalogue rejected */
export async function applyProducts(
  tx: Transaction,
  ctx: OperationContext,
  planned: readonly PlannedUndo[],
  { import_id, file_name }: { import_id: string; file_name: string },
): Promise<PlannedUndo[]> {
  const moves = planned.flatMap(({ subject_id, plan }) =>
    plan.moves.map(({ warehouse_id, quantity }) => ({
      product_id: subject_id,
      warehouse_id,
      quantity,
      type: 'adjustment' as const,
      reason: 'Import undone',
      reference: file_name,
    })),
  );
  if (moves.length !== 0) await postMoves(tx, ctx, { levels: await lockLevels(tx, moves, ctx.now), moves });
  const removed = planned.filter(({ plan }) => plan.isRemoved).map(({ subject_id }) => subject_id);
  if (removed.length !== 0) await deleteProducts(tx, ctx, removed);
  // Last, because what is removed may have taken over a barcode.
  await releaseBarcodes(tx, ctx, planned, import_id);
  return restoreFields(tx, ctx, planned);
}

/**
 * Takes barcodes that products get back from those to which the import gave them. These get back their own when their
 * turn comes, maybe in another transaction.
 */
async function releaseBarcodes(
  tx: Transaction,
  ctx: OperationContext,
  planned: readonly PlannedUndo[],
  import_id: string,
): Promise<void> {
  const barcodes = planned.flatMap(({ plan }) => (typeof plan.fields.barcode === 'string' ? plan.fields.barcode : []));
  if (barcodes.length === 0) return;
  const holders = await listBarcodeHolders(tx, import_id, barcodes);
  if (holders.length === 0) return;
  await putProducts(
    tx,
    ctx,
    holders.map(({ sku }) => ({ sku, barcode: null })),
  );
  await recordReleased(
    tx,
    import_id,
    holders.map(({ id }) => id),
  );
}

async function restoreFields(tx: Transaction, ctx: OperationContext, planned: readonly PlannedUndo[]) {
  const changed = planned.filter(({ plan }) => Object.keys(plan.fields).length !== 0);
  if (changed.length === 0) return [...planned];
  const rows = new Map(
    (
      await listProductsById(
        tx,
        changed.map(({ subject_id }) => subject_id),
      )
    ).map((row) => [row.id, row]),
  );
  const { currency } = ctx.actor.merchant;
  const categories = changed.flatMap(({ plan: { fields } }) => (fields.category_id ? String(fields.category_id) : []));
  const listed = categories.length === 0 ? [] : await listCategoryNames(tx, categories);
  const names = new Map(listed.map(({ id, name }) => [id, name]));
  const inputs = changed.flatMap(({ subject_id, plan }) => {
    const row = rows.get(subject_id);
    return row === undefined ? [] : [{ row, input: inputOf(row, plan.fields, { names, currency }) }];
  });
  const { errors } = await putProducts(
    tx,
    ctx,
    inputs.map(({ input }) => input),
  );
  const failed = new Map(
    inputs.flatMap(({ row }, at) => {
      const error = errors[at];
      return error === undefined ? [] : [[row.id, failure(row, error.details[0]?.field ?? null, error.message)]];
    }),
  );
  return planned.map(({ subject_id, plan }) => {
    const failedEntry = failed.get(subject_id);
    return failedEntry === undefined
      ? { subject_id, plan }
      : { subject_id, plan: { ...plan, fields: {}, kept: [...plan.kept, failedEntry] } };
  });
}

const failure = (row: ProductRow, field: string | null, reason: string): Kept => ({
  subject_id: row.id,
  sku: row.sku,
  name: row.name,
  field,
  outcome: 'failed',
  reason,
});

/** The recorded values as an input of the catalogue. */
function inputOf(
  { sku }: ProductRow,
  { price, cost, tax_rate_ppm, category_id, ...others }: Fields,
  { names, currency }: { names: ReadonlyMap<string, string>; currency: string },
): PutInput {
  // A category may have another name now.
  const category = names.get(String(category_id));
  return {
    ...(others as Partial<PutInput>),
    sku,
    ...(category === undefined ? {} : { category }),
    ...(price === undefined ? {} : { price: toMajor(BigInt(price ?? 0), currency) }),
    ...(cost === undefined ? {} : { cost: toMajor(BigInt(cost ?? 0), currency) }),
    ...(tax_rate_ppm === undefined ? {} : { tax_rate: tax_rate_ppm === null ? null : Number(tax_rate_ppm) / 10_000 }),
  };
}
