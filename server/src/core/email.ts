const address = /^[^\s@\0]+@[^\s@\0]+\.[^\s@\0]+$/;

/** The normal form of an e-mail address. Addresses that differ only in case or Unicode form belong to the same user. */
export const normalEmail = (input: string): string => input.trim().normalize('NFKC').toLowerCase();

/** Longer than any valid address. The time of the pattern grows with the square of the length. */
const inputAtMost = 1_000;

/** Checks the text and its normal form, which may be longer: normalisation makes up to 18 letters of one ligature. */
export function isEmail(text: string): boolean {
  if (text.length > inputAtMost || !address.test(text) || !text.isWellFormed()) return false;
  const normal = normalEmail(text);
  return address.test(normal) && Array.from(normal).length <= 254;
}
