export const imageBytesAtMost = 5 * 1024 * 1024;
export const imagesAtMost = 20;

const signatures: { extension: string; fits: (bytes: Buffer) => boolean }[] = [
  { extension: 'png', fits: (bytes) => bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) },
  { extension: 'jpg', fits: (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])) },
  {
    extension: 'webp',
    fits: (bytes) => bytes.subarray(0, 4).toString('latin1') === 'RIFF' && bytes.subarray(8, 12).toString('latin1') === 'WEBP',
  },
];

/** What a picture is by its first bytes; its name and declared type may say anything. `undefined` for what is none of the three. */
export const imageExtensionOf = (bytes: Buffer): string | undefined => signatures.find(({ fits }) => fits(bytes))?.extension;
