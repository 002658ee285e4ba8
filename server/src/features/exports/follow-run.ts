import type { Timestamp } from '../../core/clock.ts';
import type { Database } from '../../platform/database/handle.ts';
import { type ExportRow, updateProgress } from './job-queries.ts';

/** An export that is being written, and the run that writes it. */
export interface Run extends ExportRow {
  merchant_id: string;
  run_id: string;
}

const every_ms = 1_000;
/** A run whose number of rows does not change tells less often that it goes on. */
const at_least_every = 5;

/** Writes down once a second how far a run has come, and notices that its export is gone. */
export function followRun({ database, clock }: { database: Database; clock: { now(): Timestamp } }, run: Run, stopping: AbortSignal) {
  const { id, run_id, merchant_id } = run;
  const gone = new AbortController();
  const ending = AbortSignal.any([gone.signal, stopping]);
  let rows_written = 0;
  let rows_expected: number | null = null;
  let told = -1;
  let looks = 0;
  let looking: Promise<void> | undefined;

  async function look(): Promise<void> {
    looks += 1;
    if (told === rows_written && looks % at_least_every !== 0) return;
    const rows = rows_written;
    const found = await updateProgress(database.reader(merchant_id), { id, run_id, rows_written: rows, rows_expected }, clock.now());
    told = rows;
    if (found === 0) gone.abort(new Error('the export was cancelled'));
  }

  const timer = setInterval(() => {
    // Without a database it will show by the silence.
    looking ??= look()
      .catch(() => undefined)
      .finally(() => {
        looking = undefined;
      });
  }, every_ms);

  return {
    /** The same rows, counted; they end with an error when the run is to end. */
    async *counted<Row>(batches: AsyncIterable<Row[]>, expected: number | null): AsyncIterable<Row[]> {
      rows_expected = expected;
      for await (const batch of batches) {
        ending.throwIfAborted();
        yield batch;
        rows_written += batch.length;
      }
      ending.throwIfAborted();
    },
    rows: () => rows_written,
    /** Whether the export was cancelled, or is another run's. */
    isGone: () => gone.signal.aborted,
    /** Tells nothing any more, once the look under way is over. */
    async end(): Promise<void> {
      clearInterval(timer);
      await looking;
    },
  };
}
