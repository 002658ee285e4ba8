import { crc32 } from 'node:zlib';

/** The type and dimensions of a picture. */
export interface Image {
  extension: 'png' | 'jpg' | 'webp';
  width: number;
  height: number;
}

/** The limits of dimensions. A browser needs four bytes for each pixel, however small the file is. */
const sideAtMost = 16_384;
const pixelsAtMost = 64_000_000;

/** The maximum of chunks or segments: more than any valid picture has. It bounds the time for a file of empty ones. */
const stepsAtMost = 10_000;

/** Thrown for a file with the signature of a format and an invalid structure. */
class BrokenImage extends Error {}

const kinds: { name: string; fits(bytes: Buffer): boolean; read(bytes: Buffer): Image }[] = [
  { name: 'PNG', fits: (bytes) => bytes.subarray(0, 8).equals(pngSignature), read: readPng },
  { name: 'JPEG', fits: (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])), read: readJpeg },
  { name: 'WebP', fits: (bytes) => textAt(bytes, 0, 4) === 'RIFF' && textAt(bytes, 8, 12) === 'WEBP', read: readWebp },
];

/**
 * Recognises a picture by its structure, because its name and declared type may be wrong. Pixels are not decoded. It
 * takes a few milliseconds for the largest file of five mebibytes.
 * @returns the error for the client, if it is no picture, broken, or too large
 */
export function readImage(bytes: Buffer): Image | { fault: string } {
  const kind = kinds.find(({ fits }) => fits(bytes));
  if (kind === undefined) return { fault: 'must be a PNG, JPEG or WebP picture' };
  try {
    const image = kind.read(bytes);
    if (image.width < 1 || image.height < 1) throw new BrokenImage();
    const isTooLarge =
      image.width > sideAtMost || image.height > sideAtMost || image.width * image.height > pixelsAtMost;
    if (!isTooLarge) return image;
    return {
      fault: `must be at most ${sideAtMost} pixels wide and high, and have at most ${pixelsAtMost / 1_000_000} million pixels`,
    };
  } catch (error) {
    // A read beyond the end of the file is a RangeError.
    if (!(error instanceof BrokenImage || error instanceof RangeError)) throw error;
    return { fault: `is a broken ${kind.name} picture` };
  }
}

const textAt = (bytes: Buffer, start: number, end: number): string => bytes.toString('latin1', start, end);

function assertValid(holds: boolean): void {
  if (!holds) throw new BrokenImage();
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Bits of a sample, by the type of colour (PNG, 11.2.1). */
const pngDepths: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

/** Expects the header, then chunks with correct checksums, at least one of them with data, and the end chunk. */
function readPng(bytes: Buffer): Image {
  let hasData = false;
  let at = pngSignature.length;
  for (let steps = 0; ; steps += 1) {
    assertValid(steps < stepsAtMost);
    const length = bytes.readUInt32BE(at);
    const type = textAt(bytes, at + 4, at + 8);
    const end = at + 12 + length;
    assertValid(/^[A-Za-z]{4}$/.test(type) && end <= bytes.length);
    assertValid(crc32(bytes.subarray(at + 4, end - 4)) === bytes.readUInt32BE(end - 4));
    const isFirst = at === pngSignature.length;
    assertValid(isFirst === (type === 'IHDR'));
    if (type === 'IDAT') hasData ||= length > 0;
    if (type === 'IEND') break;
    at = end;
  }
  assertValid(hasData && bytes.readUInt32BE(8) === 13);
  const [depth = 0, colour = 0, compression, filter, interlace = 2] = bytes.subarray(24, 29);
  assertValid(pngDepths[colour]?.includes(depth) === true && compression === 0 && filter === 0 && interlace <= 1);
  return { extension: 'png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** The markers of frames: C0 to CF, except three that have another meaning. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Expects segments up to the first scan, one of them a frame with dimensions, then data and an end marker. */
function readJpeg(bytes: Buffer): Image {
  let image: Image | undefined;
  let at = 2;
  for (let steps = 0; ; steps += 1) {
    assertValid(steps < stepsAtMost);
    assertValid(bytes.readUInt8(at) === 0xff);
    const marker = bytes.readUInt8(at + 1);
    // Any number of fill bytes may stand before a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    assertValid(marker >= 0xc0 && marker !== 0xd8 && marker !== 0xd9);
    const length = bytes.readUInt16BE(at + 2);
    assertValid(length >= 2);
    if (isFrame(marker)) {
      assertValid(image === undefined && length >= 11 && [8, 12, 16].includes(bytes.readUInt8(at + 4)));
      assertValid(length === 8 + 3 * bytes.readUInt8(at + 9));
      image = { extension: 'jpg', width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    }
    at += 2 + length;
    if (marker === 0xda) break;
  }
  assertValid(bytes.lastIndexOf(Buffer.from([0xff, 0xd9])) > at);
  if (image === undefined) throw new BrokenImage();
  return image;
}

/** The dimensions are in one of three kinds of chunk, and the length of the file is in the header. */
function readWebp(bytes: Buffer): Image {
  const end = bytes.readUInt32LE(4) + 8;
  assertValid(end <= bytes.length && end % 2 === 0);
  const image = webpHead(bytes);
  let hasData = false;
  let steps = 0;
  for (let at = 12; at < end; steps += 1) {
    assertValid(steps < stepsAtMost);
    const type = textAt(bytes, at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    at += 8 + length + (length % 2);
    assertValid(at <= end);
    hasData ||= (type === 'VP8 ' || type === 'VP8L' || type === 'ANMF') && length > 0;
  }
  assertValid(hasData);
  return image;
}

function webpHead(bytes: Buffer): Image {
  switch (textAt(bytes, 12, 16)) {
    case 'VP8 ':
      assertValid(bytes.readUIntBE(23, 3) === 0x9d012a);
      return { extension: 'webp', width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      assertValid(bytes.readUInt8(20) === 0x2f);
      const sizes = bytes.readUInt32LE(21);
      return { extension: 'webp', width: (sizes & 0x3fff) + 1, height: ((sizes >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { extension: 'webp', width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      throw new BrokenImage();
  }
}
