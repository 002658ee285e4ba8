/**
 * The service sends a heartbeat every ten seconds. After this silence the stream counts as dead, even if the browser
 * reports it open.
 */
const silence_ms = 15_000;

/** Whether the stream is dead. @param last_message_at `undefined` before the first message */
export const isSilent = (last_message_at: number | undefined, now: number): boolean =>
  last_message_at !== undefined && now - last_message_at >= silence_ms;
