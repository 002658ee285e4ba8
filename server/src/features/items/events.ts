import { eventType } from '../../platform/http/event-type.ts';
import { importProgress, toImportProgress } from './file-schemas.ts';
import type { ImportRow } from './import-queries.ts';

export const importEvents = {
  'import.undone': eventType<ImportRow>('An import was undone', importProgress, toImportProgress),
  'import.done': eventType<ImportRow>('The import of a file is complete', importProgress, toImportProgress),
};
