import type { Handle } from '../../platform/database/handle.ts';
import { type ImportRow, refreshStatistics } from './import-queries.ts';
import { rowsOfChunk } from './read-import.ts';

/**
 * Refreshes the planner's statistics during an import, after 1, 4, 16, … chunks. Autovacuum would do so only minutes
 * later, and until then each chunk would read all rows of those before it.
 */
export function keepStatistics(global: Handle, kind: ImportRow['kind']): { after(rows: number): Promise<void> } {
  let chunks = 0;
  return {
    async after(rows) {
      chunks += 1;
      if (rows === rowsOfChunk && Number.isInteger(Math.log2(chunks) / 2))
        await refreshStatistics(global, kind).catch(() => undefined);
    },
  };
}
