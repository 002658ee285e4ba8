import { type Actor, can, type OperationContext } from '../../../core/actor.ts';
import { chunksOf } from '../../../core/chunks.ts';
import type { Timestamp } from '../../../core/clock.ts';
import { AppError, forbidden, invalidState, notFound } from '../../../core/errors.ts';
import { no_merchant_id } from '../../../core/ids.ts';
import type { Database, Handle, Transaction } from '../../../platform/database/handle.ts';
import { deleteUnusedCategories } from '../../catalogue/categories.ts';
import { getImport, lostBefore } from '../follow-import.ts';
import { applyCustomers, readCustomerFacts } from './undo-customers.ts';
import { applyProducts, readProductFacts } from './undo-products.ts';
import * as queries from './undo-queries.ts';
import {
  addToResult,
  type Change,
  emptyResult,
  type Facts,
  type PlannedUndo,
  planSubject,
  type UndoResult,
} from './undo-rules.ts';

interface UndoServices {
  database: Database;
  clock: { now(): Timestamp };
}

/** Records that are reversed in one transaction. */
const subjectsAtOnce = 100;
/** Ids that are listed at once: listing groups all changes of the import. */
const listedAtOnce = 5_000;
const start = { rank: -1, id: no_merchant_id };

/** @throws AppError NOT_FOUND; FORBIDDEN; INVALID_STATE if the import cannot be undone */
async function requireUndoable(db: Handle, { actor, now }: OperationContext, id: string): Promise<queries.UndoState> {
  const state = await queries.findUndoState(db, id);
  if (state === undefined) throw notFound('Import');
  // The address is for those who import products.
  if (state.kind === 'customers' && !can(actor, 'customers:write'))
    throw forbidden('An import of customers needs the permission customers:write');
  if (state.undo_status === 'done') throw invalidState('The import was undone already');
  if (state.undo_status === null) throw invalidState('The import was made by a version that could not undo it');
  if (state.status === 'running' && state.seen_at > lostBefore(now)) throw invalidState('The import is still running');
  return state;
}

/** What an undo would do now. Writes nothing. @throws AppError NOT_FOUND, INVALID_STATE */
export async function previewUndo({ database, clock }: UndoServices, actor: Actor, id: string): Promise<UndoResult> {
  const db = database.reader(actor.merchant.id);
  const ctx = { actor, now: clock.now() };
  const { kind, undo_result } = await requireUndoable(db, ctx, id);
  let result = undo_result ?? emptyResult();
  const removedVariants = new Map<string, number>();
  for (let after = start; ; ) {
    const listed = await queries.listSubjects(db, id, { after, limit: listedAtOnce });
    for (const page of chunksOf(listed, subjectsAtOnce))
      for (const { plan } of await planPage(db, ctx, { id, kind, page, removedVariants }))
        result = addToResult(result, plan);
    const last = listed.at(-1);
    if (last === undefined) return result;
    after = last;
  }
}

interface PageToPlan {
  id: string;
  kind: queries.UndoState['kind'];
  page: readonly { id: string }[];
  /** How many variants of a product are removed with it, but are not deleted yet. */
  removedVariants: Map<string, number>;
}

async function planPage(db: Handle, ctx: OperationContext, { id, kind, page, removedVariants }: PageToPlan) {
  if (page.length === 0) return [];
  const ids = page.map((subject) => subject.id);
  const bySubject = Map.groupBy(await queries.listChanges(db, id, ids), ({ subject_id }) => subject_id);
  const factsOf =
    kind === 'products'
      ? await readProductFacts(db, ctx, { import_id: id, changes: bySubject })
      : await readCustomerFacts(db, bySubject);
  return ids.map(
    (subject_id): PlannedUndo => planOne(subject_id, bySubject.get(subject_id) ?? [], factsOf, removedVariants),
  );
}

function planOne(
  subject_id: string,
  changes: readonly Change[],
  factsOf: (id: string) => Facts & { parent_id?: string | null },
  removedVariants: Map<string, number>,
): PlannedUndo {
  const { parent_id = null, ...facts } = factsOf(subject_id);
  const variants = facts.variants - (removedVariants.get(subject_id) ?? 0);
  const plan = planSubject(changes, { ...facts, variants });
  if (plan.isRemoved && parent_id !== null) removedVariants.set(parent_id, (removedVariants.get(parent_id) ?? 0) + 1);
  return { subject_id, plan };
}

/** A run of an undo, to be finished with its response. */
export interface UndoRun {
  id: string;
  seen_at: Timestamp;
  result: UndoResult;
}

/**
 * Reverses what an import created and changed, a hundred records in a transaction. After an interruption, the next
 * request continues.
 * @throws AppError NOT_FOUND; INVALID_STATE if the import cannot be undone; UNAVAILABLE if it is being undone
 */
export async function undoImport({ database, clock }: UndoServices, actor: Actor, id: string): Promise<UndoRun> {
  const db = database.reader(actor.merchant.id);
  database.checkDiskSpace();
  const now = clock.now();
  const { kind, file_name, undo_result } = await requireUndoable(db, { actor, now }, id);
  if ((await queries.claimUndo(db, id, { now, lost_before: lostBefore(now) })) === 0) throw beingUndone();
  const run: UndoRun = { id, seen_at: now, result: undo_result ?? emptyResult() };
  try {
    for (;;) {
      const listed = await queries.listSubjects(db, id, { after: start, limit: listedAtOnce });
      if (listed.length === 0) break;
      for (const page of chunksOf(listed, subjectsAtOnce)) {
        const done = await database.transaction(actor.merchant.id, (tx) =>
          undoPage(tx, { actor, now: clock.now() }, { ...run, kind, file_name, page }),
        );
        Object.assign(run, done);
      }
    }
    await removeCreatedCategories(database, { actor, now: clock.now() }, id);
    return run;
  } catch (error) {
    // If this fails too, the next request continues after a minute.
    await queries.releaseUndo(db, id, run.seen_at).catch(() => undefined);
    throw error;
  }
}

/** Those with products stay. */
async function removeCreatedCategories(database: Database, ctx: OperationContext, id: string): Promise<void> {
  const db = database.reader(ctx.actor.merchant.id);
  for (let after = no_merchant_id; ; ) {
    const listed = await queries.listCreatedCategories(db, id, { after, limit: listedAtOnce });
    const ids = listed.map((category) => category.id);
    await deleteUnusedCategories(database, ctx, ids);
    const last = ids.at(-1);
    if (last === undefined) return;
    after = last;
  }
}

const beingUndone = () => new AppError('UNAVAILABLE', 'The import is being undone', [], { retry_after_s: 2 });

interface PageToUndo extends UndoRun, Pick<queries.UndoState, 'kind' | 'file_name'> {
  page: readonly { id: string }[];
}

/** @returns the result so far */
async function undoPage(
  tx: Transaction,
  ctx: OperationContext,
  { id, kind, file_name, page, result: before, seen_at }: PageToUndo,
): Promise<Pick<UndoRun, 'result' | 'seen_at'>> {
  const planned = await planPage(tx, ctx, { id, kind, page, removedVariants: new Map() });
  const applied =
    kind === 'products'
      ? await applyProducts(tx, ctx, planned, { import_id: id, file_name })
      : await applyCustomers(tx, ctx, planned);
  const result = applied.reduce((sum, { plan }) => addToResult(sum, plan), before);
  await queries.markUndone(
    tx,
    id,
    page.map((subject) => subject.id),
  );
  if ((await queries.saveResult(tx, id, { result, seen_at, now: ctx.now })) === 0) throw beingUndone();
  return { result, seen_at: ctx.now };
}

/** Must run in the transaction that stores the response. @throws AppError UNAVAILABLE if another run has taken over */
export async function finishUndo(tx: Transaction, ctx: OperationContext, { id, seen_at }: UndoRun): Promise<void> {
  if ((await queries.finishUndo(tx, id, seen_at)) === 0) throw beingUndone();
  tx.emit({ type: 'import.undone', subject_id: id, payload: await getImport(tx, id, ctx.now), ctx });
}
