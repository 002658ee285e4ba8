import type { Transaction } from '../../db/handle.ts';
import type { Format } from '../../files/cells.ts';
import type { Timestamp } from '../../kernel/clock.ts';
import type { Happening } from '../../kernel/happening.ts';
import type { ReportType } from './rules.ts';

export interface ReadyExport {
  id: string;
  report_type: ReportType;
  format: Format;
  download_url: string;
  expires_at: Timestamp;
}

export interface FailedExport {
  id: string;
  report_type: ReportType;
  format: Format;
  error: string;
}

/** Tells that a file waits to be downloaded. */
export function announceExport(tx: Transaction, deed: Happening['deed'], ready: ReadyExport): void {
  tx.tell({ type: 'export.ready', subject_id: ready.id, fact: ready, deed });
}

/** Tells that there will be no file. */
export function announceFailure(tx: Transaction, deed: Happening['deed'], failed: FailedExport): void {
  tx.tell({ type: 'export.failed', subject_id: failed.id, fact: failed, deed });
}
