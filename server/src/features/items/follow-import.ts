import { createHash } from 'node:crypto';
import type { OperationContext } from '../../core/actor.ts';
import { addMs, type Timestamp } from '../../core/clock.ts';
import { AppError, duplicate, invalidField, notFound } from '../../core/errors.ts';
import { isId } from '../../core/ids.ts';
import type { Handle, Transaction } from '../../platform/database/handle.ts';
import * as queries from './import-queries.ts';
import type { RowError } from './read-import.ts';
import { deleteOldChanges } from './undo/undo-queries.ts';

/** One run of an import; a failed or interrupted import is continued under the same id. */
export interface Run {
  id: string;
  started_at: Timestamp;
  /** What earlier runs have imported: their rows, from the first one on, are not imported again. */
  earlier: { rows: number; success: number; failed: number; errors: RowError[] };
}

interface NewRun {
  id: string;
  /** Whether the client chose the id: then the import is done only once. */
  is_named: boolean;
  file_name: string;
  total: number;
  kind: queries.ImportRow['kind'];
  /** Of the file and the choices for it. */
  digest: string;
}

/** A run that reports no progress for this long is lost. A chunk takes far less. */
const timeout_ms = 60_000;
/** The time for which the response of an idempotency key is stored. Afterwards the key may be used again. */
const key_lifetime_ms = 7 * 24 * 60 * 60 * 1_000;
const kept_ms = 30 * 24 * 60 * 60 * 1_000;

export const lostBefore = (now: Timestamp): Timestamp => addMs(now, -timeout_ms);

/**
 * Starts a run of an import, or continues the import behind the rows that earlier runs have committed.
 * @throws AppError UNAVAILABLE if the same import is running, DUPLICATE if the client's id was used by an earlier one,
 * IDEMPOTENCY_CONFLICT if a part of another file was imported under this id or key
 */
export async function beginImport(
  db: Handle,
  { actor, now }: OperationContext,
  { is_named, file_name, ...named }: NewRun,
): Promise<Run> {
  const row = { ...named, user_id: actor.user_id, file_name: displayName(file_name) };
  const claimed = await queries.claimImport(db, row, { now, lost_before: lostBefore(now) });
  if (claimed !== undefined) return { id: named.id, started_at: now, earlier: earlierOf(claimed) };
  const found = await queries.findImport(db, named.id, lostBefore(now));
  if (found?.status === 'done' && is_named) throw duplicate('import_id', 'This id is already in use');
  const digest = await queries.findDigest(db, named.id);
  if (digest !== null && digest !== named.digest) throw otherFile(is_named ? 'import_id' : 'Idempotency-Key');
  throw alreadyRunning();
}

const earlierOf = ({ done, imported, failed, error_rows, error_messages }: queries.EarlierRuns): Run['earlier'] => ({
  rows: done,
  success: imported,
  failed,
  errors: error_rows.map((row, at) => ({ row, message: error_messages[at] ?? '' })),
});

function otherFile(field: string): AppError {
  const message = 'was already used for another file, of which a part was imported';
  return new AppError('IDEMPOTENCY_CONFLICT', `This ${field} ${message}`, [{ field, message }]);
}

const alreadyRunning = () => new AppError('UNAVAILABLE', 'The same import is under way', [], { retry_after_s: 2 });

/** A file name that is safe to display: without path and control characters. */
const displayName = (name: string): string =>
  (name.split(/[\\/]/).at(-1) ?? '')
    .toWellFormed()
    .replace(/\p{Cc}/gu, '')
    .slice(0, 120)
    .toWellFormed();

/** Must run in the transaction of the rows. @throws AppError UNAVAILABLE if another run has taken over */
export async function recordProgress(
  tx: Transaction,
  { now }: OperationContext,
  run: Run,
  done: { rows: number; errors: readonly RowError[] },
): Promise<void> {
  if ((await queries.updateProgress(tx, { ...run, ...done }, now)) === 0) throw alreadyRunning();
}

/** Must run in the transaction that stores the response. @throws AppError UNAVAILABLE if another run has taken over */
export async function finishImport(tx: Transaction, ctx: OperationContext, run: Run): Promise<void> {
  if ((await queries.finishImport(tx, { ...run, status: 'done' }, ctx.now)) === 0) throw alreadyRunning();
  const done = await getImport(tx, run.id, ctx.now);
  tx.emit({ type: 'import.done', subject_id: run.id, payload: done, ctx });
}

export const failImport = (db: Handle, run: Run, now: Timestamp) =>
  queries.finishImport(db, { ...run, status: 'failed' }, now);

/** The progress of an import. @throws AppError NOT_FOUND */
export async function getImport(db: Handle, id: string, now: Timestamp): Promise<queries.ImportRow> {
  const found = await queries.findImport(db, id, lostBefore(now));
  if (found === undefined) throw notFound('Import');
  return found;
}

export const listImports = (db: Handle, paging: Parameters<typeof queries.listImports>[1], now: Timestamp) =>
  queries.listImports(db, paging, lostBefore(now));

const changesAtOnce = 5_000;

/** Maintenance task: deletes old imports, and what they recorded to be undone. */
export async function removeOldImports(db: Handle, now: Timestamp): Promise<void> {
  const old = addMs(now, -kept_ms);
  while ((await deleteOldChanges(db, old, changesAtOnce)) > 0);
  await queries.deleteOldImports(db, old);
}

interface GivenIds {
  import_id?: string;
  id?: string;
  /** From the form. */
  field: string | undefined;
}

/** The id that the client chose for the import, in the query or the form. @throws AppError VALIDATION_ERROR */
export function readImportId({ import_id, id, field }: GivenIds): string | undefined {
  const [given, ...others] = [
    ...new Set([import_id, id, field].filter((text) => text !== undefined).map((text) => text.toLowerCase())),
  ];
  if (given === undefined) return undefined;
  if (!isId(given)) throw invalidField('import_id', 'must be a UUID');
  if (others.length > 0) throw invalidField('import_id', 'differs from the other id of this import');
  return given;
}

/**
 * The import's id for an idempotency key (UUID version 8, RFC 9562). Equal keys give equal ids, so only one of two
 * concurrent imports with the same key can start. A key that is new again after a week gives another id, so that the
 * earlier import stays as it is and can be undone.
 */
export async function importIdOfKey(
  db: Handle,
  { key, kind, now }: { key: string; kind: queries.ImportRow['kind']; now: Timestamp },
): Promise<string> {
  for (let uses = 0; ; uses += 1) {
    const id = importIdFromKey(key, kind, uses);
    const found = await queries.findImport(db, id, lostBefore(now));
    const isOver = found?.status === 'done' && (found.finished_at ?? now) <= addMs(now, -key_lifetime_ms);
    if (!isOver) return id;
  }
}

function importIdFromKey(key: string, kind: queries.ImportRow['kind'], uses: number): string {
  const digest = createHash('sha256')
    .update(kind === 'products' ? `import ${key}` : `import of ${kind} ${key}`)
    // No header has a line break.
    .update(uses === 0 ? '' : `\n${uses}`)
    .digest('hex');
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-8${digest.slice(13, 16)}-8${digest.slice(17, 20)}-${digest.slice(20, 32)}`;
}
