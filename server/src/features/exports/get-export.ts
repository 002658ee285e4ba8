import { type Actor, can } from '../../core/actor.ts';
import type { Timestamp } from '../../core/clock.ts';
import { notFound } from '../../core/errors.ts';
import type { Handle } from '../../platform/database/handle.ts';
import * as queries from './job-queries.ts';
import { exportsFolder, nameOfFile } from './rules.ts';

/** An export as it is shown: one that is ready has a link. */
export interface ShownExport extends queries.ExportRow {
  link: { download_url: string; expires_at: Timestamp } | undefined;
}

/** What a link to the file of an export is made of. */
export interface LinkedFile {
  /** As the storage knows it. */
  file: string;
  /** As people see it. */
  name: string;
  member: string;
  /** When it was written. */
  from: Timestamp;
}

/** As long as the link to a file: then the file is removed. */
const kept_ms = 24 * 60 * 60 * 1_000;

const endedBefore = (now: Timestamp): Timestamp => new Date(Date.parse(now) - kept_ms).toISOString();

/** An owner sees the exports of all; others their own, and an API key those that it asked for. */
const visibleTo = (actor: Actor, now: Timestamp): queries.Visible => ({
  user_id: actor.role === 'owner' && actor.api_key === undefined ? null : actor.user_id,
  api_key_id: actor.api_key?.id ?? null,
  branch_ids: actor.branch_ids,
  sees_costs: can(actor, 'costs:read'),
  ended_after: endedBefore(now),
});

/** @throws AppError NOT_FOUND */
export async function getExport(db: Handle, actor: Actor, { id, now }: { id: string; now: Timestamp }): Promise<queries.ExportRow> {
  const found = await queries.findExport(db, id, visibleTo(actor, now));
  if (found === undefined) throw notFound('Export');
  return found;
}

export const listExports = (db: Handle, actor: Actor, { now, ...paging }: Parameters<typeof queries.listExports>[2] & { now: Timestamp }) =>
  queries.listExports(db, visibleTo(actor, now), paging);

type Written = Pick<queries.ExportRow, 'id' | 'format' | 'run_id'>;

/** Each run writes a file of its own, so that one that was thought lost cannot spoil another's. */
export const storedName = (merchant_id: string, { id, run_id, format }: Written): string =>
  `${exportsFolder}/${merchant_id}/${id}-${run_id}.${format}`;

/** The file of an export that is ready. */
export const linkedFile = (merchant_id: string, row: queries.ExportRow, from: Timestamp): LinkedFile => ({
  file: storedName(merchant_id, row),
  name: nameOfFile(row),
  member: row.user_id,
  from,
});

/** @param sign makes the link */
export const shownExport = (merchant_id: string, row: queries.ExportRow, sign: (file: LinkedFile) => ShownExport['link']): ShownExport => ({
  ...row,
  link: row.state === 'ready' && row.finished_at !== null ? sign(linkedFile(merchant_id, row, row.finished_at)) : undefined,
});

/** Maintenance task: deletes exports whose files are gone, and those that failed as long ago. */
export const removeOldExports = (db: Handle, now: Timestamp): Promise<number> => queries.deleteOldExports(db, endedBefore(now));
