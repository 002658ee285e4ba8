export type Status = 'active' | 'inactive';

interface BulkChange {
  ids: readonly string[];
  changes: { status?: Status };
}

/**
 * The status that all changed products had before a change of nothing but the status. Undefined if it cannot be set back:
 * some of them had the new status already.
 */
export function statusBefore({ ids, changes }: BulkChange, changed: number): Status | undefined {
  const { status } = changes;
  if (status === undefined || Object.keys(changes).length > 1 || changed !== ids.length) return undefined;
  return status === 'active' ? 'inactive' : 'active';
}
