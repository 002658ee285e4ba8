/** Local time in the time zone, in the format of a `datetime-local` field: `2026-03-02T09:00`. */
export const clockIn = (timeZone: string, instant_ms: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
    .format(instant_ms)
    .replace(' ', 'T');

const asIfUtc = (clock: string) => Date.parse(`${clock}Z`);

/** The instant of a local time. A time that daylight saving skips maps to an instant near it. */
export function instantOf(clock: string, timeZone: string): number {
  const ahead = (instant_ms: number) =>
    asIfUtc(clockIn(timeZone, instant_ms)) - Math.floor(instant_ms / 60_000) * 60_000;
  const first = asIfUtc(clock) - ahead(asIfUtc(clock));
  // The offset may change between the two instants.
  return asIfUtc(clock) - ahead(first);
}
