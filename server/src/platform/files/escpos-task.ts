import { streamTask } from '../workers/stream.ts';
import { type EscPosPaper, encodeEscPos } from './encode-escpos.ts';

/** Makes commands for a receipt printer in a thread of the pool. */
export const run = streamTask<EscPosPaper, undefined, Uint8Array>((paper) => ({
  head: async () => undefined,
  async *batches() {
    yield await encodeEscPos(paper);
  },
}));
