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
import { fieldsOf } from './record-changes.ts';
import { listMoved, listSold } from './undo-queries.ts';
import type { Change, Facts, Fields, Kept, PlannedUndo } from './undo-rules.ts';

type ProductFacts = Facts & { parent_id: string | null };

/** Reads what decides about products. In a transaction, products and levels are locked first. */
export async function readProductFacts(
  db: Handle | Transaction,
  ctx: OperationContext,
  changes: ReadonlyMap<string, readonly Change[]>,
): Promise<(id: string) => ProductFacts> {
  const ids = [...changes.keys()];
  if ('emit' in db) await lockForUndo(db, ids, categoriesBefore([...changes.values()].flat()));
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
  const moved = Map.groupBy(await listMoved(db, lasts), ({ product_id }) => product_id);
  return (id) => {
    const row = products.get(id);
    return {
      current: row && { id, sku: row.sku, name: row.name, fields: { ...fieldsOf(row) } },
      parent_id: row?.parent_id ?? null,
      is_used: sold.has(id),
      variants: variants.get(id) ?? 0,
      moved: new Set((moved.get(id) ?? []).map(({ warehouse_id }) => warehouse_id)),
      stockFault: (warehouse_id, quantity) => faultOf({ product_id: id, warehouse_id }, quantity, row?.cost ?? 0n),
    };
  };
}

const categoriesBefore = (changes: readonly Change[]): string[] => [
  ...new Set(changes.flatMap(({ before }) => (typeof before?.category === 'string' ? before.category : []))),
];

/** Reverses what was planned. @returns the plans, with what the catalogue rejected */
export async function applyProducts(
  tx: Transaction,
  ctx: OperationContext,
  planned: readonly PlannedUndo[],
  file_name: string,
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
  return restoreFields(tx, ctx, planned);
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
  const inputs = changed.flatMap(({ subject_id, plan }) => {
    const row = rows.get(subject_id);
    return row === undefined ? [] : [{ row, input: inputOf(row, plan.fields, ctx.actor.merchant.currency) }];
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
function inputOf(row: ProductRow, { price, cost, tax_rate_ppm, ...others }: Fields, currency: string): PutInput {
  return {
    ...(others as Partial<PutInput>),
    sku: row.sku,
    ...(price === undefined ? {} : { price: toMajor(BigInt(price ?? 0), currency) }),
    ...(cost === undefined ? {} : { cost: toMajor(BigInt(cost ?? 0), currency) }),
    ...(tax_rate_ppm === undefined ? {} : { tax_rate: tax_rate_ppm === null ? null : Number(tax_rate_ppm) / 10_000 }),
  };
}
