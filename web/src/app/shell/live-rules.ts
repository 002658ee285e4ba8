/**
 * Limits refreshes, because events can arrive in hundreds. The first event refreshes at once, later ones at most this
 * often.
 */
const refresh_every_ms = 5_000;
const batch_ms = 250;
/**
 * The service sends a heartbeat every ten seconds. After this silence the stream counts as dead, even if the browser
 * reports it open.
 */
const silence_ms = 15_000;

/** How long to wait with the next refresh. @param refreshed_at time of the last one */
export const refreshDelay = (refreshed_at: number, now: number): number =>
  Math.max(batch_ms, refreshed_at + refresh_every_ms - now);

/** Whether the stream is dead. @param last_message_at `undefined` before the first message */
export const isSilent = (last_message_at: number | undefined, now: number): boolean =>
  last_message_at !== undefined && now - last_message_at >= silence_ms;
