import { type Actor, can } from '../../core/actor.ts';
import { within } from '../../core/branches.ts';
import { nextDay, startOfDay } from '../../core/calendar.ts';
import { addMs, type Timestamp } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import type { Database, Handle, Transaction } from '../../platform/database/handle.ts';
import { lockQuota } from '../merchant/lock-quota.ts';
import { getMerchant } from '../merchant/queries.ts';
import { findRequester } from './find-requester.ts';
import { followRun, type Run } from './follow-run.ts';
import { type LinkedFile, linkedFile, storedName } from './get-export.ts';
import * as queries from './job-queries.ts';
import { countRows } from './queries.ts';
import { checkExportQuota } from './request-export.ts';
import { exportJobName, isCounted, lost_after_ms, missingPermission } from './rules.ts';
import { nameOfBranch, sheetOf } from './sheets.ts';
import { type ExportStorage, emitExportFailed, emitExportReady, storeExport } from './store-export.ts';
import { writeExport } from './write-export.ts';

export interface ExportServices {
  database: Database;
  clock: { now(): Timestamp };
  storage: ExportStorage;
  jobs: {
    prepare(job: { name: string; longRunning: { at_once: number; at_most_s: number } }): Promise<void>;
    send(db: Handle, name: string, order: { merchant_id: string }, options?: { after_s?: number }): Promise<void>;
  };
  /** Starts heavy work of the merchant, unless the maximum is running. */
  tryHeavyWork(merchant_id: string): (() => void) | undefined;
  /** @throws AppError UNAVAILABLE if the disk is almost full */
  checkUploadSpace(): Promise<void>;
  signLink(file: LinkedFile & { cdn_url: string }): { download_url: string; expires_at: Timestamp };
  /** The maximum of running exports of a merchant, over all processes. */
  running_at_most: number;
  bytes_at_most: number;
  log: { warn(fields: object, message: string): void };
}

/** After this many runs whose process ended, an export fails. */
const runs_at_most = 3;

const interrupted = `The service was interrupted ${runs_at_most} times while it wrote this file`;
const unexpected = 'Something unforeseen went wrong. The log of the service says what';
const noLongerAllowed = () =>
  new AppError('FORBIDDEN', 'The person or the API key that asked for it may no longer read reports');

interface Running {
  /** If it is aborted, the export returns to the queue. */
  stopping: AbortSignal;
  onClaimed(): Promise<void>;
}

/** Writes the oldest queued export of a merchant, if it may begin now. A failure is stored with the export. */
export async function runNextExport(
  services: ExportServices,
  merchant_id: string,
  { stopping, onClaimed }: Running,
): Promise<'nothing' | 'busy' | 'done'> {
  const release = services.tryHeavyWork(merchant_id);
  if (release === undefined) return 'busy';
  try {
    const row = await services.database.transaction(merchant_id, (tx) => claim(services, tx));
    if (row === undefined) return 'nothing';
    if (row.state === 'running') {
      await onClaimed();
      await run(services, { ...row, merchant_id, run_id: row.run_id ?? '' }, stopping);
    }
    return 'done';
  } finally {
    release();
  }
}

/** Claims the oldest export that may run. @returns also one that fails now, because its process ended too often */
async function claim(services: ExportServices, tx: Transaction): Promise<queries.ExportRow | undefined> {
  const now = services.clock.now();
  const lost_before = addMs(now, -lost_after_ms);
  await lockQuota(tx);
  const row = await queries.claimExport(tx, { run_id: newId(), now, lost_before, at_most: services.running_at_most });
  if (row === undefined || row.attempts <= runs_at_most) return row;
  await fail(tx, { ...row, merchant_id: tx.merchant_id, run_id: row.run_id ?? '' }, { error: interrupted, now });
  return { ...row, state: 'failed' };
}

async function run(services: ExportServices, row: Run, stopping: AbortSignal): Promise<void> {
  const { database, clock, storage, jobs, log } = services;
  const file = storedName(row.merchant_id, row);
  const following = followRun(services, row, stopping);
  try {
    const actor = await findActor(services, row);
    const rows_expected = await countExpectedRows(services, row, actor);
    await services.checkUploadSpace();
    const quota = { storage, merchant_id: row.merchant_id, bytes_at_most: services.bytes_at_most };
    const room_bytes = await checkExportQuota(quota);
    database.checkDiskSpace();
    const sheet = sheetOf(row.report_type, database.reader(row.merchant_id), actor, {
      range: row,
      branches: actor.branch_ids,
      branch_name: await nameOfBranch(database.reader(row.merchant_id), row.branch_id),
      language: row.language,
      filters: row.filters,
    });
    const rows = following.counted(sheet.rows, rows_expected);
    const content = writeExport({ ...sheet, rows }, row.format, actor.merchant.currency);
    await storeExport(quota, { file, content, room_bytes });
    await following.end();
    const isDone = await database.transaction(row.merchant_id, (tx) =>
      finish(services, tx, { row, actor, rows_written: following.rows() }),
    );
    // It was cancelled, or another run took it over.
    if (!isDone) await storage.remove(file);
  } catch (error) {
    await following.end();
    if (following.isCancelled()) return;
    await database.transaction(row.merchant_id, async (tx) => {
      if (stopping.aborted) {
        await queries.requeueExport(tx, row);
        await jobs.send(tx, exportJobName, { merchant_id: row.merchant_id });
        return;
      }
      const isExpected = error instanceof AppError;
      if (!isExpected) log.warn({ export: row.id, err: error }, 'an export failed');
      await fail(tx, row, { error: isExpected ? error.message : unexpected, now: clock.now() });
    });
  }
}

/**
 * The user or API key that requested the export, with the rights that it had at the request and still has.
 * @throws AppError FORBIDDEN
 */
async function findActor({ database, clock }: ExportServices, row: Run): Promise<Actor> {
  const requester = await findRequester(database.reader(row.merchant_id), row, clock.now());
  if (requester === undefined || missingPermission(row.report_type, requester) !== undefined) throw noLongerAllowed();
  const branch_ids = within(requester.branch_ids, row.branch_ids);
  if (branch_ids?.length === 0 && row.branch_ids?.length !== 0) throw noLongerAllowed();
  return { ...requester, branch_ids, address: row.address };
}

/** The expected number of rows; `null` if they are not counted, or counting takes too long. */
async function countExpectedRows(
  { database }: ExportServices,
  row: Run,
  { merchant, branch_ids }: Actor,
): Promise<number | null> {
  if (!isCounted(row.report_type)) return null;
  const { timezone } = merchant;
  const range = { from: startOfDay(row.start_date, timezone), before: startOfDay(nextDay(row.end_date), timezone) };
  return countRows(database.reader(row.merchant_id), { type: row.report_type, range, branches: branch_ids }).catch(
    () => null,
  );
}

interface Finished {
  row: Run;
  actor: Actor;
  rows_written: number;
}

async function finish(
  services: ExportServices,
  tx: Transaction,
  { row, actor, rows_written }: Finished,
): Promise<boolean> {
  const now = services.clock.now();
  const { id, run_id, report_type, format, cdn_url } = row;
  const with_costs = can(actor, 'costs:read');
  if ((await queries.finishExport(tx, { id, run_id, rows_written, with_costs }, now)) === 0) return false;
  const link = services.signLink({ ...linkedFile(tx.merchant_id, { ...row, with_costs }, now), cdn_url });
  emitExportReady(tx, { actor, now }, { id, report_type, format, ...link });
  return true;
}

async function fail(tx: Transaction, row: Run, { error, now }: { error: string; now: Timestamp }): Promise<void> {
  if ((await queries.failExport(tx, { ...row, error }, now)) === 0) return;
  const { id, user_id, address, api_key_id, report_type, format } = row;
  const api_key = api_key_id === null ? undefined : { id: api_key_id };
  const actor = { user_id, address, api_key, merchant: await getMerchant(tx) };
  emitExportFailed(tx, { actor, now }, { id, report_type, format, error });
}
