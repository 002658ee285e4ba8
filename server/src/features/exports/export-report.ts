import { type Actor, can } from '../../core/actor.ts';
import { dayOf } from '../../core/calendar.ts';
import type { Timestamp } from '../../core/clock.ts';
import { forbidden, ValidationErrors } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { type DayRange, readDayRange } from '../../core/time-range.ts';
import type { Database } from '../../platform/database/handle.ts';
import { reportDaysAtMost } from '../reports/report-rows.ts';
import {
  downloadName,
  exportsFolder,
  type Filters,
  type Format,
  filterTypes,
  isDetailed,
  isSortedByCost,
  missingPermission,
  needsDates,
  type ReportType,
} from './rules.ts';
import { nameOfBranch, type SheetScope, sheetOf } from './sheets.ts';
import { type ExportStorage, storeExport } from './store-export.ts';
import { writeExport } from './write-export.ts';

interface ExportRequest extends Omit<SheetScope, 'branch_name'> {
  branch_id: string | null;
  report_type: ReportType;
  format: Format;
  /** The quota of the merchant's exported files in bytes, and what is left of it. */
  bytes_at_most: number;
  room_bytes: number;
}

export interface ExportedFile {
  id: string;
  file: string;
  name: string;
}

/**
 * Writes a report to a file, page by page. Each row is consistent. A row that changes meanwhile is written as it was
 * when its page was read.
 * @returns its id, its name in the storage, and the name of the downloaded file
 * @throws AppError INVALID_STATE if it does not fit the quota
 */
export async function exportReport(
  { database, storage }: { database: Database; storage: ExportStorage },
  actor: Actor,
  { report_type, format, branch_id, bytes_at_most, room_bytes, ...requested }: ExportRequest,
): Promise<ExportedFile> {
  database.checkDiskSpace();
  const id = newId();
  const merchant_id = actor.merchant.id;
  const file = `${exportsFolder}/${merchant_id}/${id}.${format}`;
  const db = database.reader(merchant_id);
  const sheet = sheetOf(report_type, db, actor, { ...requested, branch_name: await nameOfBranch(db, branch_id) });
  const content = writeExport(sheet, format, actor.merchant.currency);
  await storeExport({ storage, merchant_id, bytes_at_most }, { file, content, room_bytes });
  return { id, file, name: downloadName({ report_type, format, ...requested.range }) };
}

interface Dates {
  start_date?: string | undefined;
  end_date?: string | undefined;
}

/** The days of an export; today if its type needs none and none is given. @throws AppError VALIDATION_ERROR */
export function readExportDays(
  type: ReportType,
  { start_date, end_date }: Dates,
  at: { now: Timestamp; timezone: string },
): DayRange {
  if (needsDates(type)) {
    const errors = new ValidationErrors();
    if (start_date === undefined) errors.add('start_date', 'is required');
    if (end_date === undefined) errors.add('end_date', 'is required');
    errors.throwIfAny();
  }
  const today = dayOf(at.now, at.timezone);
  return readDayRange(
    { start_date: start_date ?? end_date ?? today, end_date: end_date ?? start_date ?? today },
    at.timezone,
    isDetailed(type) ? reportDaysAtMost : undefined,
  );
}

/**
 * The filters of an export: those that belong to its type.
 * @throws AppError FORBIDDEN if the actor may not read the rows of this type, VALIDATION_ERROR naming the filters of another type, and an order by costs that the actor may not see
 */
export function readExportFilters(type: ReportType, requested: Filters, actor: Actor): Filters {
  const missing = missingPermission(type, actor);
  if (missing !== undefined) throw forbidden(`An export of ${type} needs ${missing}`);
  const errors = new ValidationErrors();
  const filters = Object.entries(requested).filter(([, value]) => value !== undefined);
  for (const [name] of filters) {
    const of = filterTypes[name as keyof Filters];
    if (of !== type) errors.add(name, `is a filter of ${of}`);
  }
  if (isSortedByCost(requested) && !can(actor, 'costs:read')) errors.add('sort', 'needs costs:read');
  errors.throwIfAny();
  return Object.fromEntries(filters);
}
