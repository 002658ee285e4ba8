/** What a clock there shows at an instant, as a field of a form takes it: `2026-03-02T09:00`. */
export const clockIn = (timeZone: string, instant_ms: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(instant_ms).replace(' ', 'T');

const asIfUtc = (clock: string) => Date.parse(`${clock}Z`);

/** The instant at which a clock there shows this. Where it never does, since it was put forward, one beside it. */
export function instantOf(clock: string, timeZone: string): number {
  const ahead = (instant_ms: number) => asIfUtc(clockIn(timeZone, instant_ms)) - Math.floor(instant_ms / 60_000) * 60_000;
  const first = asIfUtc(clock) - ahead(asIfUtc(clock));
  // The clock may have been put forward or back between the two.
  return asIfUtc(clock) - ahead(first);
}
