import { type RawBuilder, sql } from 'kysely';
import type { Timestamp } from '../../core/clock.ts';
import type { Handle, Transaction } from '../../platform/database/handle.ts';
import { build } from '../../platform/database/statement.ts';
import { listPage, type Page, type Paging, type SortKey } from '../../platform/http/paging.ts';

const writtenTables = {
  products: sql`categories, products, stock_levels, stock_movements`,
  customers: sql`customers`,
};

/** Refreshes the planner's statistics, unless another session is doing so. */
export const refreshStatistics = (global: Handle, kind: ImportRow['kind']): Promise<number> =>
  global.run(sql`analyze (skip_locked) ${writtenTables[kind]}`);

export interface ImportRow {
  id: string;
  kind: 'products' | 'customers';
  file_name: string;
  status: 'running' | 'done' | 'failed' | 'interrupted';
  /** Null for an import that cannot be undone. */
  undo: 'possible' | 'running' | 'done' | null;
  total: number;
  done: number;
  imported: number;
  failed: number;
  error_rows: number[];
  error_messages: string[];
  started_at: Timestamp;
  finished_at: Timestamp | null;
}

interface NewImport {
  id: string;
  user_id: string;
  file_name: string;
  total: number;
  kind: ImportRow['kind'];
  digest: string;
}

interface RunTimes {
  now: Timestamp;
  /** A running import not seen since this time counts as interrupted. */
  lost_before: Timestamp;
}

/** What earlier runs of an import have done. */
export type EarlierRuns = Pick<ImportRow, 'done' | 'imported' | 'failed' | 'error_rows' | 'error_messages'>;

/**
 * Starts an import, or continues one that failed or was interrupted. It starts again if it was undone meanwhile, or if
 * nothing of it was imported.
 * @returns what was done before; undefined if this run may not proceed
 */
export function claimImport(
  db: Handle,
  { id, user_id, file_name, total, kind, digest }: NewImport,
  { now, lost_before }: RunTimes,
): Promise<EarlierRuns | undefined> {
  const isSame = sql`imports.digest = excluded.digest and imports.undo_status = 'possible' and imports.undo_result is null`;
  const kept = (column: string, empty: RawBuilder<unknown>) =>
    sql`${sql.ref(column)} = case when ${isSame} then ${sql.ref(`imports.${column}`)} else ${empty} end`;
  return db.first(sql<EarlierRuns>`
    insert into imports (merchant_id, id, user_id, kind, file_name, status, total, started_at, seen_at, undo_status, digest)
    values (${db.merchant_id}, ${id}, ${user_id}, ${kind}, ${file_name}, 'running', ${total}, ${now}, ${now}, 'possible', ${digest})
    on conflict (merchant_id, id) do update set
      user_id = excluded.user_id, file_name = excluded.file_name, status = 'running', total = excluded.total, digest = excluded.digest,
      ${kept('done', sql`0`)}, ${kept('imported', sql`0`)}, ${kept('failed', sql`0`)},
      ${kept('error_rows', sql`'{}'`)}, ${kept('error_messages', sql`'{}'`)},
      started_at = excluded.started_at, seen_at = excluded.seen_at, finished_at = null, undo_status = 'possible', undo_result = null
    where imports.kind = excluded.kind and imports.undo_status is distinct from 'running'
      and (imports.digest is null or imports.digest = excluded.digest or imports.done = 0 or imports.undo_status = 'done')
      and (imports.status = 'failed' or (imports.status = 'running' and imports.seen_at <= ${lost_before}::timestamptz))
    returning done, imported, failed, error_rows, error_messages`);
}

/** What was sent for an import. */
export const findDigest = async (db: Handle, id: string): Promise<string | null | undefined> =>
  (
    await db.first(
      sql<{ digest: string | null }>`select digest from imports where merchant_id = ${db.merchant_id} and id = ${id}`,
    )
  )?.digest;

interface Progress {
  id: string;
  /** Identifies this run: an interrupted import may have been restarted. */
  started_at: Timestamp;
  rows: number;
  errors: readonly { row: number; message: string }[];
}

const errorsKept = 100;

/** @returns 1, or 0 if another run has taken over */
export const updateProgress = (
  tx: Transaction,
  { id, started_at, rows, errors }: Progress,
  now: Timestamp,
): Promise<number> => {
  const kept = errors.slice(0, errorsKept);
  // Keeps the first errors only. Does not use `[1:n]`, because it crashes Citus in an update.
  const appended = (column: string, added: RawBuilder<unknown>) => {
    const all = sql`(${sql.ref(column)} || ${added})`;
    return sql`trim_array(${all}, greatest(0, cardinality(${all}) - ${sql.lit(errorsKept)}))`;
  };
  return tx.run(sql`
    update imports set
      done = done + ${rows}, failed = failed + ${errors.length}, imported = imported + ${rows - errors.length}, seen_at = ${now}::timestamptz,
      error_rows = ${appended('error_rows', sql`${kept.map(({ row }) => row)}::int[]`)},
      error_messages = ${appended('error_messages', sql`${kept.map(({ message }) => message)}::text[]`)}
    where merchant_id = ${tx.merchant_id} and id = ${id} and status = 'running' and started_at = ${started_at}::timestamptz`);
};

export const finishImport = (
  db: Handle,
  { id, started_at, status }: Pick<Progress, 'id' | 'started_at'> & { status: 'done' | 'failed' },
  now: Timestamp,
): Promise<number> =>
  db.run(sql`
    update imports set status = ${status}, seen_at = ${now}::timestamptz, finished_at = ${now}::timestamptz
    where merchant_id = ${db.merchant_id} and id = ${id} and status = 'running' and started_at = ${started_at}::timestamptz`);

const importRows = (db: Handle, lost_before: Timestamp) =>
  build
    .selectFrom('imports as i')
    .select(['i.id', 'i.file_name', 'i.total', 'i.done', 'i.imported', 'i.failed', 'i.error_rows', 'i.error_messages'])
    .select(['i.started_at', 'i.finished_at'])
    .select(sql<ImportRow['kind']>`i.kind`.as('kind'))
    .select(sql<ImportRow['undo']>`i.undo_status`.as('undo'))
    .select(
      sql<
        ImportRow['status']
      >`case when i.status = 'running' and i.seen_at <= ${lost_before}::timestamptz then 'interrupted' else i.status end`.as(
        'status',
      ),
    )
    .where('i.merchant_id', '=', db.merchant_id);

export const findImport = (db: Handle, id: string, lost_before: Timestamp): Promise<ImportRow | undefined> =>
  db.first(importRows(db, lost_before).where('i.id', '=', id));

const newestFirst: SortKey[] = [
  { name: 'started_at', column: sql.ref('i.started_at'), type: 'timestamptz', descending: true },
  { name: 'id', column: sql.ref('i.id'), type: 'uuid', descending: true },
];

export function listImports(db: Handle, paging: Paging, lost_before: Timestamp): Promise<Page<ImportRow>> {
  const count = build
    .selectFrom('imports as i')
    .select(sql<bigint>`count(*)`.as('total'))
    .where('i.merchant_id', '=', db.merchant_id);
  return listPage(db, importRows(db, lost_before), { count, order: newestFirst, paging });
}

export const deleteOldImports = (db: Handle, before: Timestamp): Promise<number> =>
  db.run(sql`delete from imports where merchant_id = ${db.merchant_id} and seen_at < ${before}::timestamptz`);

export const listWarehouseNames = (db: Handle): Promise<{ id: string; name: string }[]> =>
  db.many(sql<{ id: string; name: string }>`
    select id, name from warehouses where merchant_id = ${db.merchant_id} order by name, id limit 1000`);

/** A warehouse as files name it: with its branch, because branches may have warehouses of the same name. */
export interface LabelledWarehouse {
  id: string;
  label: string;
  branch_id: string;
}

export const listLabelledWarehouses = (db: Handle): Promise<LabelledWarehouse[]> =>
  db.many(sql<LabelledWarehouse>`
    select w.id, b.name || ' / ' || w.name as label, w.branch_id
    from warehouses w join branches b on b.merchant_id = w.merchant_id and b.id = w.branch_id
    where w.merchant_id = ${db.merchant_id} order by b.name, w.name, w.id limit 1000`);
