import { invalidState } from '../../core/errors.ts';
import type { Handle } from '../../platform/database/handle.ts';
import { readBounds } from './queries.ts';

/** The range of numbers of the events that are kept: after `oldest`, up to `last`. */
export interface RetainedRange {
  oldest: bigint;
  last: bigint;
}

export async function readRetainedRange(db: Handle): Promise<RetainedRange> {
  const { first, last } = await readBounds(db);
  return { oldest: first === null ? last : first - 1n, last };
}

/** @throws AppError INVALID_STATE if events after a position are no longer kept, or it is not yet reached */
export function checkPosition(position: bigint, { oldest, last }: RetainedRange, field: string): void {
  if (position < oldest)
    throw invalidState('Events after this position are no longer kept', [
      { field, message: `must be at least ${oldest}` },
    ]);
  if (position > last)
    throw invalidState('This position has not been reached yet', [{ field, message: `must be at most ${last}` }]);
}
