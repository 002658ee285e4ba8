/** The byte of each character of Windows-1252. */
const byteOf = new Map<string, number>();
for (let byte = 0; byte < 256; byte += 1) byteOf.set(new TextDecoder('windows-1252').decode(Uint8Array.of(byte)), byte);

const unknown = 0x3f;

/** A text in Windows-1252 (CP1252). A character that it does not have becomes a question mark. */
export const encodeWindows1252 = (text: string): Uint8Array =>
  Uint8Array.from(text.normalize('NFC'), (character) => byteOf.get(character) ?? unknown);
