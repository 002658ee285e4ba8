import { invalidState } from '../../core/errors.ts';
import type { Handle } from '../../platform/database/handle.ts';
import { readBounds } from './queries.ts';

/** The number after which events are kept, and the last number given. */
export interface Kept {
  oldest: bigint;
  last: bigint;
}

export async function readKept(db: Handle): Promise<Kept> {
  const { first, last } = await readBounds(db);
  return { oldest: first === null ? last : first - 1n, last };
}

/** @throws AppError INVALID_STATE if events after a position are no longer kept, or it is not yet reached */
export function checkPosition(position: bigint, { oldest, last }: Kept, field: string): void {
  if (position < oldest)
    throw invalidState('Events after this place are no longer kept', [
      { field, message: `must be at least ${oldest}` },
    ]);
  if (position > last)
    throw invalidState('This place has not been reached yet', [{ field, message: `must be at most ${last}` }]);
}
