interface Numbered {
  sequence: number;
  at_ms: number;
}

/** Returns the first stored event after the number; without a number, the oldest stored event. */
type FirstAfter = (after?: number) => Promise<Numbered | undefined>;

/**
 * The number of the last event before a time, found by binary search up to `last`. Event numbers have no gaps, and the
 * service cannot search by time. If all stored events are later, returns the number before the oldest.
 */
export async function lastSequenceBefore(moment_ms: number, last: number, firstAfter: FirstAfter): Promise<number> {
  const oldest = await firstAfter();
  if (oldest === undefined || oldest.sequence > last) return Math.max(last, (oldest?.sequence ?? 0) - 1);
  if (oldest.at_ms >= moment_ms) return oldest.sequence - 1;
  let before = oldest.sequence;
  let notBefore = last + 1;
  while (notBefore - before > 1) {
    const middle = Math.floor((before + notBefore) / 2);
    const event = await firstAfter(middle - 1);
    if (event !== undefined && event.at_ms < moment_ms) before = middle;
    else notBefore = middle;
  }
  return before;
}
