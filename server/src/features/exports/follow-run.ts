import type { Timestamp } from '../../core/clock.ts';
import type { Database } from '../../platform/database/handle.ts';
import { type ExportRow, updateProgress } from './job-queries.ts';

/** A running export, and the run that writes it. */
export interface Run extends ExportRow {
  merchant_id: string;
  run_id: string;
}

const every_ms = 1_000;
/** A run whose number of rows does not change reports less often. */
const at_least_every = 5;

/** Stores a run's progress once a second, and notices when its export is deleted. */
export function followRun(
  { database, clock }: { database: Database; clock: { now(): Timestamp } },
  run: Run,
  stopping: AbortSignal,
) {
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
    const found = await updateProgress(
      database.reader(merchant_id),
      { id, run_id, rows_written: rows, rows_expected },
      clock.now(),
    );
    told = rows;
    if (found === 0) gone.abort(new Error('the export was cancelled'));
  }

  const timer = setInterval(() => {
    // If the database is unavailable, the run is recognised as lost by its silence.
    looking ??= look()
      .catch(() => undefined)
      .finally(() => {
        looking = undefined;
      });
  }, every_ms);

  return {
    /** The same rows, counted. Throws when the run must end. */
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
    /** Whether the export was cancelled, or another run took it over. */
    isGone: () => gone.signal.aborted,
    /** Stops reporting after the current check. */
    async end(): Promise<void> {
      clearInterval(timer);
      await looking;
    },
  };
}
