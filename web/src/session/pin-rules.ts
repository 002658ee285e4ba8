/** A till that users change by PIN. */
export interface PinTill {
  merchant_id: string;
  /** The registered device. */
  device_id: string;
}

/** An unlocked till locks after this time without input, like the session at the service. */
export const idle_ms = 15 * 60 * 1_000;

export const isIdle = (last_input_at: number, now: number): boolean => now - last_input_at >= idle_ms;

const day_ms = 24 * 60 * 60 * 1_000;

/**
 * When the pages take a session by PIN as expired: never before the service does, which ends it 15 minutes after the last
 * request. It cannot be refreshed.
 */
export const pinSessionEnd = (now: number): number => now + day_ms;

export const pinLength = { least: 4, most: 8 } as const;

/** Whether a PIN may be complete, so that it can be entered. */
export const isLongEnough = (pin: string): boolean => pin.length >= pinLength.least;

/** The PIN after a key; keys other than digits and Backspace change nothing. */
export function pinAfterKey(pin: string, key: string): string {
  if (key === 'Backspace') return pin.slice(0, -1);
  return /^[0-9]$/.test(key) && pin.length < pinLength.most ? pin + key : pin;
}

/** The till as stored by this browser. */
export function readPinTill(text: string | undefined): PinTill | undefined {
  try {
    const { merchant_id, device_id } = JSON.parse(text ?? '{}');
    return typeof merchant_id === 'string' && typeof device_id === 'string' ? { merchant_id, device_id } : undefined;
  } catch {
    return undefined;
  }
}
