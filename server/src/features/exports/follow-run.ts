import type { Timestamp } from '../../core/clock.ts';
import type { Database } from '../../platform/database/handle.ts';
import { type ExportRow, updateProgress } from './job-queries.ts';

/** A running export, and the run that writes it. */
export interface Run extends ExportRow {
  merchant_id: string;
  run_id: string;
}

const report_every_ms = 1_000;
/** While the number of rows does not change, only each fifth check reports. */
const report_at_least_every = 5;

/** Stores a run's progress once a second, and notices when its export is deleted. */
export function followRun(
  { database, clock }: { database: Database; clock: { now(): Timestamp } },
  run: Run,
  stopping: AbortSignal,
) {
  const { id, run_id, merchant_id } = run;
  const cancelled = new AbortController();
  const ending = AbortSignal.any([cancelled.signal, stopping]);
  let rows_written = 0;
  let rows_expected: number | null = null;
  let reportedRows = -1;
  let checks = 0;
  let reporting: Promise<void> | undefined;

  async function report(): Promise<void> {
    checks += 1;
    if (reportedRows === rows_written && checks % report_at_least_every !== 0) return;
    const rows = rows_written;
    const updated = await updateProgress(
      database.reader(merchant_id),
      { id, run_id, rows_written: rows, rows_expected },
      clock.now(),
    );
    reportedRows = rows;
    if (updated === 0) cancelled.abort(new Error('the export was cancelled'));
  }

  /** While the database is unavailable, the run cannot report. Later the export counts as lost. */
  const tryReport = (): Promise<void> => {
    reporting ??= report()
      .catch(() => undefined)
      .finally(() => {
        reporting = undefined;
      });
    return reporting;
  };
  const timer = setInterval(tryReport, report_every_ms);

  return {
    /** Passes the rows on and counts them. Throws when the run must end. */
    async *counted<Row>(batches: AsyncIterable<Row[]>, expected: number | null): AsyncIterable<Row[]> {
      rows_expected = expected;
      // So that a client sees the expected number from the beginning, however short the run is.
      await tryReport();
      for await (const batch of batches) {
        ending.throwIfAborted();
        yield batch;
        rows_written += batch.length;
      }
      ending.throwIfAborted();
    },
    rows: () => rows_written,
    /** Whether the export was cancelled, or another run took it over. */
    isCancelled: () => cancelled.signal.aborted,
    /** Stops reporting, and waits for the current report. */
    async end(): Promise<void> {
      clearInterval(timer);
      await reporting;
    },
  };
}
