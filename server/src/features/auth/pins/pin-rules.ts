import { addMs } from '../../../core/clock.ts';

/** A session by PIN ends after this time without a request. */
export const idle_ms = 15 * 60 * 1_000;

/** Its access token is valid so long, as long as its session is open. */
export const token_lifetime_s = 24 * 60 * 60;

/** When a session by PIN ends without a further request. */
export const idleExpiryFrom = (now: string): string => addMs(now, idle_ms);

/** So many wrong PINs lock a device. */
export const lockAfter = 5;
/** The first lock; each further wrong PIN doubles it. */
export const first_lock_s = 60;
export const longest_lock_s = 60 * 60;
/** A right PIN resets the count only up to so many wrong ones in 24 hours, because a guesser may know one PIN. */
export const forgivenADay = 20;
/** On all devices that one user registered, in 24 hours: a new device must not bring new guesses. */
export const wrongOfUserADay = 100;

/** A user chooses so many own PINs in 24 hours, free or taken: each answer reveals whether a colleague has the PIN. */
export const ownPinsADay = 10;
/** The same for PINs that a user sets for members without an e-mail address. */
export const pinsOfMembersADay = 100;

/** Whether a PIN is one digit or group of digits repeated, or digits in a row: 1111, 1212, 1234, 9876, 7890. */
export function isGuessable(pin: string): boolean {
  const isRepeated = /^(\d+?)\1+$/.test(pin);
  const digits = Array.from(pin, Number);
  const isRow = (step: number) =>
    digits.every((digit, index) => index === 0 || digit === ((digits[index - 1] ?? 0) + step) % 10);
  // Nine further is one back.
  return isRepeated || isRow(1) || isRow(9);
}
