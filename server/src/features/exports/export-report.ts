import type { Actor } from '../../core/actor.ts';
import { dayOf } from '../../core/calendar.ts';
import type { Timestamp } from '../../core/clock.ts';
import { ValidationErrors } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { type DayRange, readDayRange } from '../../core/time-range.ts';
import type { Database } from '../../platform/database/handle.ts';
import type { Format } from '../../platform/files/cells.ts';
import { writeFile } from '../../platform/files/write-file.ts';
import { downloadName, exportsFolder, needsDates, type ReportType } from './rules.ts';
import { type SheetScope, sheetOf } from './sheets.ts';
import { type ExportStorage, storeExport } from './store-export.ts';

interface ExportRequest extends SheetScope {
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
  { report_type, format, bytes_at_most, room_bytes, ...scope }: ExportRequest,
): Promise<ExportedFile> {
  database.checkDiskSpace();
  const id = newId();
  const merchant_id = actor.merchant.id;
  const file = `${exportsFolder}/${merchant_id}/${id}.${format}`;
  const sheet = sheetOf(report_type, database.reader(merchant_id), actor, scope);
  const content = writeFile(sheet, format, actor.merchant.currency);
  await storeExport({ storage, merchant_id, bytes_at_most }, { file, content, room_bytes });
  return { id, file, name: downloadName({ report_type, format, ...scope.range }) };
}

interface Dates {
  start_date?: string;
  end_date?: string;
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
  );
}
