import { eventType } from '../../http/event-type.ts';
import type { ReadyExport } from './announce-export.ts';
import { readyExport } from './schemas.ts';

export const exportEvents = {
  'export.ready': eventType<ReadyExport>('A report was written to a file', readyExport, ({ id: _, ...ready }) => ready),
};
