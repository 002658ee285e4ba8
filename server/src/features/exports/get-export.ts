import { type Actor, can } from '../../core/actor.ts';
import type { Branches } from '../../core/branches.ts';
import { addMs, type Timestamp } from '../../core/clock.ts';
import { notFound } from '../../core/errors.ts';
import type { Handle } from '../../platform/database/handle.ts';
import * as queries from './job-queries.ts';
import { downloadName, exportsFolder } from './rules.ts';

/** An export in a response. A ready one has a link. */
export interface ShownExport extends queries.ExportRow {
  link: { download_url: string; expires_at: Timestamp } | undefined;
}

/** The parts of a link to an exported file. */
export interface LinkedFile {
  /** Its name in the storage. */
  file: string;
  /** The name of the downloaded file. */
  name: string;
  member: string;
  /** The API key that requested it. */
  key: string | undefined;
  rights: { costs: boolean; branches: Branches };
  /** When it was written. */
  from: Timestamp;
}

/** The lifetime of a link and of its file. */
const kept_ms = 24 * 60 * 60 * 1_000;

const endedBefore = (now: Timestamp): Timestamp => addMs(now, -kept_ms);

/** An owner sees all exports, other users their own, and an API key those that it requested. */
const visibleTo = (actor: Actor, now: Timestamp): queries.Visible => ({
  user_id: actor.role === 'owner' && actor.api_key === undefined ? null : actor.user_id,
  api_key_id: actor.api_key?.id ?? null,
  branch_ids: actor.branch_ids,
  sees_costs: can(actor, 'costs:read'),
  ended_after: endedBefore(now),
});

/** @throws AppError NOT_FOUND */
export async function getExport(
  db: Handle,
  actor: Actor,
  { id, now }: { id: string; now: Timestamp },
): Promise<queries.ExportRow> {
  const found = await queries.findExport(db, id, visibleTo(actor, now));
  if (found === undefined) throw notFound('Export');
  return found;
}

export const listExports = (
  db: Handle,
  actor: Actor,
  { now, ...paging }: Parameters<typeof queries.listExports>[2] & { now: Timestamp },
) => queries.listExports(db, visibleTo(actor, now), paging);

type Written = Pick<queries.ExportRow, 'id' | 'format' | 'run_id'>;

/** Each run writes its own file, so that a run that counted as lost cannot overwrite the file of the next run. */
export const storedName = (merchant_id: string, { id, run_id, format }: Written): string =>
  `${exportsFolder}/${merchant_id}/${id}-${run_id}.${format}`;

/** The file of a ready export. */
export const linkedFile = (merchant_id: string, row: queries.ExportRow, from: Timestamp): LinkedFile => ({
  file: storedName(merchant_id, row),
  name: downloadName(row),
  member: row.user_id,
  key: row.api_key_id ?? undefined,
  rights: { costs: row.with_costs, branches: row.branch_ids },
  from,
});

/** @param sign creates the link */
export const shownExport = (
  merchant_id: string,
  row: queries.ExportRow,
  sign: (file: LinkedFile) => ShownExport['link'],
): ShownExport => ({
  ...row,
  link:
    row.state === 'ready' && row.finished_at !== null ? sign(linkedFile(merchant_id, row, row.finished_at)) : undefined,
});

/** Maintenance task: deletes exports that ended so long ago that their files are removed. */
export const removeOldExports = (db: Handle, now: Timestamp): Promise<number> =>
  queries.deleteOldExports(db, endedBefore(now));
