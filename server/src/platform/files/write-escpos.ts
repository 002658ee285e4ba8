import { runTask } from '../workers/run-task.ts';
import type { EscPosPaper } from './encode-escpos.ts';

/**
 * The same as `encodeEscPos`, in a thread.
 * @throws AppError UNAVAILABLE if too many wait
 */
export const writeEscPos = (paper: EscPosPaper): Promise<Uint8Array> =>
  runTask<Uint8Array>(new URL('./escpos-task.ts', import.meta.url), paper);
