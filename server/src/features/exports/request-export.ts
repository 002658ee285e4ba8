import { createHash } from 'node:crypto';
import { type Actor, can, type OperationContext } from '../../core/actor.ts';
import type { Branches } from '../../core/branches.ts';
import type { Timestamp } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import type { Language } from '../../core/language.ts';
import type { DayRange } from '../../core/time-range.ts';
import type { Database, Handle, Transaction } from '../../platform/database/handle.ts';
import { lockQuota } from '../merchant/lock-quota.ts';
import { getExport, storedName } from './get-export.ts';
import * as queries from './job-queries.ts';
import { deleteExport } from './job-queries.ts';
import { exportJobName, exportsFolder, type Filters, type Format, type ReportType } from './rules.ts';

/** The request for an export in the background. */
export interface RequestedExport {
  report_type: ReportType;
  format: Format;
  range: DayRange;
  /** As in the request. */
  branch_id: string | null;
  branches: Branches;
  language: Language | null;
  filters: Filters;
  cdn_url: string;
}

interface ExportQueue {
  jobs: { send(db: Handle, name: string, order: { merchant_id: string }): Promise<void> };
  queued_at_most: number;
}

/** Exports take seconds to minutes. */
const retry_after_s = 30;

const toNewExport = (actor: Actor, { range, branches, branch_id, ...wanted }: RequestedExport): queries.NewExport => {
  const with_costs = can(actor, 'costs:read');
  const branch_ids = branches === null ? null : [...branches].sort();
  const api_key_id = actor.api_key?.id ?? null;
  const { report_type, format, language, filters } = wanted;
  const identity = JSON.stringify([
    report_type,
    format,
    range.start_date,
    range.end_date,
    branch_ids,
    with_costs,
    api_key_id,
    // Left out where they are not given, so that equal requests of an earlier version are equal.
    ...(language === null && Object.keys(filters).length === 0
      ? []
      : [language, filters.search, filters.sort, filters.kind, filters.user_id, filters.group_by]),
  ]);
  const request_hash = createHash('sha256').update(identity).digest();
  const { user_id, address } = actor;
  return {
    ...wanted,
    ...range,
    id: newId(),
    user_id,
    address,
    api_key_id,
    branch_id,
    branch_ids,
    with_costs,
    request_hash,
  };
};

/** An equal export of the same user that is queued or running. */
export const findEqualExport = (
  db: Handle,
  actor: Actor,
  wanted: RequestedExport,
): Promise<queries.ExportRow | undefined> => queries.findEqualRow(db, toNewExport(actor, wanted));

/**
 * Queues an export, or returns an equal one that is queued or running.
 * @throws AppError RATE_LIMITED if the merchant's queue is full
 */
export async function requestExport(
  tx: Transaction,
  { actor, now }: OperationContext,
  { wanted, jobs, queued_at_most }: ExportQueue & { wanted: RequestedExport },
): Promise<queries.ExportRow> {
  const row = toNewExport(actor, wanted);
  await lockQuota(tx);
  const equal = await queries.findEqualRow(tx, row);
  if (equal === undefined && (await queries.countQueued(tx)) >= queued_at_most) {
    const message = `At most ${queued_at_most} exports of a merchant wait at once: try again when some of them are done`;
    throw new AppError('RATE_LIMITED', message, [], { retry_after_s, quota: 'queued_exports' });
  }
  // Also for an equal export: if its process has ended, another process takes it over now.
  await jobs.send(tx, exportJobName, { merchant_id: tx.merchant_id });
  return equal ?? (await queries.insertExport(tx, row, now));
}

interface Services {
  database: Database;
  clock: { now(): Timestamp };
  storage: { remove(name: string): Promise<void> };
}

/**
 * Deletes an export in any state. The file of a ready one is removed first, so that the request can be repeated if that
 * fails. A run in progress notices within two seconds that its export is deleted, stops, and removes its file.
 * @throws AppError NOT_FOUND
 */
export async function cancelExport({ database, clock, storage }: Services, actor: Actor, id: string): Promise<void> {
  const merchant_id = actor.merchant.id;
  for (;;) {
    const found = await getExport(database.reader(merchant_id), actor, { id, now: clock.now() });
    if (found.state === 'ready') await storage.remove(storedName(merchant_id, found));
    // If its state has changed meanwhile, it may have a file now.
    if ((await deleteExport(database.reader(merchant_id), found)) > 0) return;
  }
}

export interface ExportQuota {
  storage: { sumBytes(folder: string): Promise<number> };
  merchant_id: string;
  bytes_at_most: number;
}

/** The size of all stored exported files of the merchant, in bytes. */
export const sumExports = ({ storage, merchant_id }: ExportQuota): Promise<number> =>
  storage.sumBytes(`${exportsFolder}/${merchant_id}`);

export const mibOf = (bytes: number): number => Math.floor(bytes / 2 ** 20);

/** The error for files that exceed the quota. */
export const quotaError = (message: string): AppError =>
  new AppError('INVALID_STATE', message, [], { quota: 'exports' });

/**
 * Exported files are kept as long as their links. If they use up the quota, the merchant must wait until the first are
 * removed.
 * @returns the bytes that are left
 * @throws AppError INVALID_STATE
 */
export async function checkExportQuota(quota: ExportQuota): Promise<number> {
  const room_bytes = quota.bytes_at_most - (await sumExports(quota));
  if (room_bytes > 0) return room_bytes;
  throw quotaError(
    `The exported files of the last 24 hours take ${mibOf(quota.bytes_at_most)} MiB already: wait until the first of them are gone`,
  );
}
