import { eventType } from '../../platform/http/event-type.ts';
import { failedExport, readyExport } from './schemas.ts';
import type { FailedExport, ReadyExport } from './store-export.ts';

export const exportEvents = {
  'export.ready': eventType<ReadyExport>('A report was written to a file', readyExport, ({ id: _, ...ready }) => ready),
  'export.failed': eventType<FailedExport>(
    'A report that was asked for by `POST /exports` could not be written',
    failedExport,
    ({ id: _, ...failed }) => failed,
  ),
};
