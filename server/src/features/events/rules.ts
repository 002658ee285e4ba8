import { AppError, ValidationErrors } from '../../core/errors.ts';

/**
 * Expands `sale.*,stock.low` to types; `null`, for all types, if nothing is given.
 * @throws AppError VALIDATION_ERROR naming an unknown type
 */
export function readTypes(text: string | undefined, known: readonly string[]): string[] | null {
  const names = (text ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length === 0) return null;
  const errors = new ValidationErrors();
  const types = names.flatMap((name) => {
    const matching =
      name === '*'
        ? known
        : name.endsWith('.*')
          ? known.filter((type) => type.startsWith(name.slice(0, -1)))
          : known.filter((type) => type === name);
    if (matching.length === 0) errors.add('types', `“${name}” is not an event type`);
    return matching;
  });
  errors.throwIfAny();
  return [...new Set(types)];
}

/** Limits the concurrent streams of each user. */
export function createStreamLimiter(at_most: number) {
  const streams = new Map<string, number>();
  return {
    /** Counts a stream until the signal is aborted. @throws AppError RATE_LIMITED if the user has too many */
    acquire(user_id: string, until: AbortSignal): void {
      const count = streams.get(user_id) ?? 0;
      if (count >= at_most)
        throw new AppError('RATE_LIMITED', `More than ${at_most} streams at once`, [], { retry_after_s: 15 });
      streams.set(user_id, count + 1);
      until.addEventListener('abort', () => {
        const open = streams.get(user_id);
        if (open === undefined || open === 1) streams.delete(user_id);
        else streams.set(user_id, open - 1);
      });
    },
  };
}
