import type { Database } from '../../db/handle.ts';
import type { Format } from '../../files/cells.ts';
import { writeFile } from '../../files/write-file.ts';
import type { Actor } from '../../kernel/actor.ts';
import { newId } from '../../kernel/ids.ts';
import { nameOfFile, type ReportType } from './rules.ts';
import { type SheetScope, sheetOf } from './sheets.ts';

interface ExportRequest extends SheetScope {
  report_type: ReportType;
  format: Format;
}

interface FileKeeper {
  put(name: string, content: AsyncIterable<Uint8Array>): Promise<void>;
}

export interface ExportedFile {
  id: string;
  file: string;
  name: string;
}

/** The folder of exported files; those of merchants stand apart in it. */
export const exportsFolder = 'exports';

/**
 * Writes a report to a file, page by page. What is in a row is of one moment; a row that changes while the file is written is in it as it was
 * when its page was read.
 * @returns what it is called: by us, in the storage, and for people
 */
export async function exportReport(
  { database, storage }: { database: Database; storage: FileKeeper },
  actor: Actor,
  { report_type, format, ...scope }: ExportRequest,
): Promise<ExportedFile> {
  database.checkRoom();
  const id = newId();
  const file = `${exportsFolder}/${actor.merchant.id}/${id}.${format}`;
  const sheet = sheetOf(report_type, database.reader(actor.merchant.id), actor, scope);
  await storage.put(file, writeFile(sheet, format, actor.merchant.currency));
  return { id, file, name: nameOfFile({ report_type, format, ...scope.range }) };
}
