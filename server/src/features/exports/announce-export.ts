import type { Timestamp } from '../../core/clock.ts';
import type { DomainEvent } from '../../core/domain-event.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import type { Format } from '../../platform/files/cells.ts';
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
export function announceExport(tx: Transaction, ctx: DomainEvent['ctx'], ready: ReadyExport): void {
  tx.emit({ type: 'export.ready', subject_id: ready.id, payload: ready, ctx });
}

/** Tells that there will be no file. */
export function announceFailure(tx: Transaction, ctx: DomainEvent['ctx'], failed: FailedExport): void {
  tx.emit({ type: 'export.failed', subject_id: failed.id, payload: failed, ctx });
}
