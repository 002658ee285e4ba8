const address = /^[^\s@\0]+@[^\s@\0]+\.[^\s@\0]+$/;

/** One spelling for an e-mail address: its twins in other cases or letter forms are the same person. */
export const normalEmail = (written: string): string => written.trim().normalize('NFKC').toLowerCase();

/** Longer than any address in any spelling: the pattern takes a time that grows with the square of the length. */
const writtenAtMost = 1_000;

/** Also in its one spelling, which may be longer: of one ligature it makes up to eighteen letters. */
export function isEmail(text: string): boolean {
  if (text.length > writtenAtMost || !address.test(text) || !text.isWellFormed()) return false;
  const normal = normalEmail(text);
  return address.test(normal) && Array.from(normal).length <= 254;
}
