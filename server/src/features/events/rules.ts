import { AppError, ValidationErrors } from '../../core/errors.ts';

/**
 * Expands `sale.*,stock.low` to types; `null`, for all types, if nothing is given.
 * @throws AppError VALIDATION_ERROR naming an unknown type
 */
export function readTypes(written: string | undefined, known: readonly string[]): string[] | null {
  const names = (written ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length === 0) return null;
  const errors = new ValidationErrors();
  const types = names.flatMap((name) => {
    const meant =
      name === '*'
        ? known
        : name.endsWith('.*')
          ? known.filter((type) => type.startsWith(name.slice(0, -1)))
          : known.filter((type) => type === name);
    if (meant.length === 0) errors.add('types', `“${name}” is not an event type`);
    return meant;
  });
  errors.throwIfAny();
  return [...new Set(types)];
}

/** Limits the concurrent streams of each user. */
export function createSeats(at_most: number) {
  const taken = new Map<string, number>();
  return {
    /** Takes a slot until the signal is aborted. @throws AppError RATE_LIMITED if all are taken */
    take(user_id: string, until: AbortSignal): void {
      const count = taken.get(user_id) ?? 0;
      if (count >= at_most)
        throw new AppError('RATE_LIMITED', `More than ${at_most} streams at once`, [], { retry_after_s: 15 });
      taken.set(user_id, count + 1);
      until.addEventListener('abort', () => {
        const left = (taken.get(user_id) ?? 1) - 1;
        if (left > 0) taken.set(user_id, left);
        else taken.delete(user_id);
      });
    },
  };
}
