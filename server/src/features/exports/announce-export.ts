import type { Transaction } from '../../db/handle.ts';
import type { Format } from '../../files/cells.ts';
import type { Deed } from '../../kernel/actor.ts';
import type { Timestamp } from '../../kernel/clock.ts';
import type { ReportType } from './rules.ts';

export interface ReadyExport {
  id: string;
  report_type: ReportType;
  format: Format;
  download_url: string;
  expires_at: Timestamp;
}

/** Tells that a file waits to be downloaded. */
export function announceExport(tx: Transaction, deed: Deed, ready: ReadyExport): void {
  tx.tell({ type: 'export.ready', subject_id: ready.id, fact: ready, deed });
}
