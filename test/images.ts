import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

/** Builds small valid images, byte by byte. */

function chunk(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length);
  head.write(type, 4, 'latin1');
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(Buffer.concat([head.subarray(4), content])));
  return Buffer.concat([head, content, sum]);
}

interface Size {
  width?: number;
  height?: number;
}

/** A PNG of one colour; another `comment` makes another file. */
export function aPng({ width = 1, height = 1, comment = '' }: Size & { comment?: string } = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  const text = comment === '' ? [] : [chunk('tEXt', Buffer.from(`Comment\0${comment}`, 'latin1'))];
  // A large image has only some of its pixels: the service reads only the header.
  const lines = deflateSync(Buffer.alloc((Math.min(width, 1_000) + 1) * Math.min(height, 10)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    ...text,
    chunk('IDAT', lines),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A grey PNG with a random value for each pixel, so that it has about as many bytes as pixels. */
export function aNoisyPng({ width, height }: Required<Size>): Buffer {
  const plain = aPng({ width, height });
  const lines = randomBytes((width + 1) * height);
  // Each line begins with its filter: none.
  for (let line = 0; line < height; line += 1) lines[line * (width + 1)] = 0;
  // The signature and the header.
  return Buffer.concat([
    plain.subarray(0, 33),
    chunk('IDAT', deflateSync(lines, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const segment = (marker: number, content: Buffer): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
};

/** A JPEG with a valid header and a scan of two bytes. */
export function aJpeg({ width = 1, height = 1 }: Size = {}): Buffer {
  const frame = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  frame.writeUInt16BE(height, 1);
  frame.writeUInt16BE(width, 3);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1')),
    segment(0xc0, frame),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    Buffer.from([0x55, 0xaa]),
    Buffer.from([0xff, 0xd9]),
  ]);
}

/** A lossless WebP with a valid header and a few bytes of pixels. */
export function aWebp({ width = 1, height = 1 }: Size = {}): Buffer {
  const content = Buffer.alloc(10);
  content[0] = 0x2f;
  content.writeUInt32LE(((width - 1) | ((height - 1) << 14)) >>> 0, 1);
  const head = Buffer.alloc(20);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(12 + content.length, 4);
  head.write('WEBPVP8L', 8, 'latin1');
  head.writeUInt32LE(content.length, 16);
  return Buffer.concat([head, content]);
}
