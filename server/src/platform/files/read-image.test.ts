import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { aJpeg, aPng, aWebp } from '../../../../test/images.ts';
import { readImage } from './read-image.ts';

const makers = { png: aPng, jpg: aJpeg, webp: aWebp };
const broken = { png: 'is a broken PNG picture', jpg: 'is a broken JPEG picture', webp: 'is a broken WebP picture' };
const noPicture = 'must be a PNG, JPEG or WebP picture';
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const lossy = 'UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA';

for (const [extension, make] of Object.entries(makers)) {
  test(`reads the dimensions of ${extension}`, () => {
    assert.deepEqual(readImage(make({ width: 640, height: 480 })), { extension, width: 640, height: 480 });
  });

  test(`rejects ${extension} that is truncated at any byte`, () => {
    const image = make();
    for (let length = 12; length < image.length; length += 1) {
      assert.ok('fault' in readImage(image.subarray(0, length)), `${length} bytes of ${image.length}`);
    }
  });

  test(`rejects ${extension} without pixels, and a valid header only`, () => {
    if (extension !== 'webp')
      for (const size of [{ width: 0 }, { height: 0 }])
        assert.deepEqual(readImage(make(size)), { fault: broken[extension as 'png'] });
    const head = Buffer.concat([make().subarray(0, 12), Buffer.from('followed by bytes that are no picture')]);
    assert.deepEqual(readImage(head), { fault: broken[extension as keyof typeof broken] });
  });

  test(`rejects ${extension} with too many pixels`, () => {
    const large = { fault: 'must be at most 16384 pixels wide and high, and have at most 64 million pixels' };
    if (extension !== 'webp') assert.deepEqual(readImage(make({ width: 16_385 })), large);
    assert.deepEqual(readImage(make({ width: 16_000, height: 4_001 })), large);
    assert.ok('width' in readImage(make({ width: 16_000, height: 4_000 })));
  });
}

test('reads images of other programs', () => {
  assert.deepEqual(readImage(Buffer.from(pixel, 'base64')), { extension: 'png', width: 1, height: 1 });
  assert.deepEqual(readImage(Buffer.from(lossy, 'base64')), { extension: 'webp', width: 1, height: 1 });
});

/** A WebP with an alpha channel or an animation: its canvas, then another chunk. */
function anExtendedWebp(width: number, height: number, chunk = 'VP8L'): Buffer {
  const bytes = Buffer.alloc(12 + 18 + 8 + 2);
  bytes.write('RIFF\0\0\0\0WEBPVP8X', 'latin1');
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.writeUInt32LE(10, 16);
  bytes.writeUIntLE(width - 1, 24, 3);
  bytes.writeUIntLE(height - 1, 27, 3);
  bytes.write(chunk, 30, 'latin1');
  bytes.writeUInt32LE(2, 34);
  return bytes;
}

test('reads the canvas of an extended WebP, up to the longest side', () => {
  for (const chunk of ['VP8 ', 'VP8L', 'ANMF'])
    assert.deepEqual(readImage(anExtendedWebp(300, 2, chunk)), { extension: 'webp', width: 300, height: 2 }, chunk);
  assert.deepEqual(readImage(anExtendedWebp(300, 2, 'EXIF')), { fault: broken.webp });
  assert.ok('width' in readImage(anExtendedWebp(16_384, 1)) && 'width' in readImage(anExtendedWebp(1, 16_384)));
  assert.ok('fault' in readImage(anExtendedWebp(16_385, 1)) && 'fault' in readImage(anExtendedWebp(1, 16_385)));
});

/** A lossy WebP with a valid header and no pixels. */
function aLossyWebp(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(30);
  bytes.write('RIFF\0\0\0\0WEBPVP8 ', 'latin1');
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.writeUInt32LE(bytes.length - 20, 16);
  bytes.writeUIntBE(0x9d012a, 23, 3);
  // The two upper bits say how it is enlarged.
  bytes.writeUInt16LE(width | 0xc000, 26);
  bytes.writeUInt16LE(height | 0x4000, 28);
  return bytes;
}

test('reads the size of a WebP of each kind, and rejects one without the signature of its pixels', () => {
  for (const [image, signature] of [
    [aWebp({ width: 300, height: 2 }), 20],
    [aLossyWebp(300, 2), 23],
  ] as const) {
    assert.deepEqual(readImage(image), { extension: 'webp', width: 300, height: 2 });
    image[signature] = 0;
    assert.deepEqual(readImage(image), { fault: broken.webp });
  }
});

test('rejects a PNG whose header has an impossible depth, colour, compression, filter or interlacing', () => {
  const withHeader = (...values: [at: number, value: number][]) => {
    const image = aPng();
    for (const [at, value] of values) image[at] = value;
    image.writeUInt32BE(crc32(image.subarray(12, 29)), 29);
    return readImage(image);
  };
  const [depth, colour, compression, filter, interlace] = [24, 25, 26, 27, 28];
  for (const [type, depths] of [
    [0, [1, 2, 4, 8, 16]],
    [2, [8, 16]],
    [3, [1, 2, 4, 8]],
    [4, [8, 16]],
    [6, [8, 16]],
  ] as const)
    for (const bits of [0, 1, 2, 3, 4, 8, 16, 32])
      assert.equal(
        'width' in withHeader([colour, type], [depth, bits]),
        (depths as readonly number[]).includes(bits),
        `${bits} bits of colour type ${type}`,
      );
  assert.ok('fault' in withHeader([colour, 1]) && 'fault' in withHeader([colour, 5]));
  assert.ok('fault' in withHeader([compression, 1]) && 'fault' in withHeader([filter, 1]));
  assert.ok('width' in withHeader([interlace, 1]) && 'fault' in withHeader([interlace, 2]));
});

test('rejects a PNG with a wrong checksum, two headers or no data', () => {
  const image = aPng();
  const flipped = Buffer.from(image);
  flipped[20] = 7;
  const twice = Buffer.concat([image.subarray(0, 33), image.subarray(8)]);
  const empty = Buffer.concat([image.subarray(0, 33), image.subarray(-12)]);
  for (const content of [flipped, twice, empty]) assert.deepEqual(readImage(content), { fault: broken.png });
});

test('reads a JPEG with fill bytes and other segments, and rejects two frames', () => {
  const image = aJpeg({ width: 3, height: 2 });
  const filled = Buffer.concat([image.subarray(0, 2), Buffer.from([0xff, 0xff]), image.subarray(2)]);
  assert.deepEqual(readImage(filled), { extension: 'jpg', width: 3, height: 2 });
  const frame = image.indexOf(Buffer.from([0xff, 0xc0]));
  const twice = Buffer.concat([image.subarray(0, frame), image.subarray(frame, frame + 13), image.subarray(frame)]);
  assert.deepEqual(readImage(twice), { fault: broken.jpg });
});

test('reads the dimensions of every kind of JPEG frame', () => {
  const image = aJpeg();
  const at = image.indexOf(Buffer.from([0xff, 0xc0])) + 1;
  const frames = [0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf];
  for (let marker = 0xbf; marker <= 0xd0; marker += 1) {
    image[at] = marker;
    assert.equal('width' in readImage(image), frames.includes(marker), marker.toString(16));
  }
});

test('rejects images with too many empty segments', () => {
  const image = aPng();
  const text = aPng({ comment: 'x' }).subarray(33, 33 + 12 + 9);
  const chunks = Buffer.concat([image.subarray(0, 33), ...Array<Buffer>(20_000).fill(text), image.subarray(33)]);
  assert.deepEqual(readImage(chunks), { fault: broken.png });
  const jpeg = aJpeg();
  for (const part of [Buffer.from([0xff]), Buffer.from([0xff, 0xe1, 0, 2])]) {
    const parts = Buffer.concat([jpeg.subarray(0, 2), ...Array<Buffer>(20_000).fill(part), jpeg.subarray(2)]);
    assert.deepEqual(readImage(parts), { fault: broken.jpg });
  }
  const webp = Buffer.concat([aWebp(), ...Array<Buffer>(20_000).fill(Buffer.from('EXIF\0\0\0\0', 'latin1'))]);
  webp.writeUInt32LE(webp.length - 8, 4);
  assert.deepEqual(readImage(webp), { fault: broken.webp });
});

test('reads a picture of 10,000 chunks or segments, and no more', () => {
  const png = aPng();
  const text = aPng({ comment: 'x' }).subarray(33, 33 + 12 + 9);
  const jpeg = aJpeg();
  const webp = anExtendedWebp(2, 2);
  const parts: [extension: keyof typeof broken, own: number, make: (more: number) => Buffer][] = [
    ['png', 3, (more) => Buffer.concat([png.subarray(0, 33), ...Array<Buffer>(more).fill(text), png.subarray(33)])],
    [
      'jpg',
      3,
      (more) =>
        Buffer.concat([
          jpeg.subarray(0, 2),
          ...Array<Buffer>(more).fill(Buffer.from([0xff, 0xe1, 0, 2])),
          jpeg.subarray(2),
        ]),
    ],
    [
      'webp',
      2,
      (more) => {
        const bytes = Buffer.concat([webp, ...Array<Buffer>(more).fill(Buffer.from('EXIF\0\0\0\0', 'latin1'))]);
        bytes.writeUInt32LE(bytes.length - 8, 4);
        return bytes;
      },
    ],
  ];
  for (const [extension, own, make] of parts) {
    assert.ok('width' in readImage(make(10_000 - own)), extension);
    assert.deepEqual(readImage(make(10_001 - own)), { fault: broken[extension] });
  }
});

test('rejects a picture whose only data is empty', () => {
  const png = aPng();
  const empty = Buffer.from('\0\0\0\0IDAT\0\0\0\0', 'latin1');
  empty.writeUInt32BE(crc32(empty.subarray(4, 8)), 8);
  assert.deepEqual(readImage(Buffer.concat([png.subarray(0, 33), empty, png.subarray(-12)])), { fault: broken.png });
  const webp = anExtendedWebp(2, 2).subarray(0, -2);
  webp.writeUInt32LE(0, 34);
  webp.writeUInt32LE(webp.length - 8, 4);
  assert.deepEqual(readImage(webp), { fault: broken.webp });
  const jpeg = aJpeg();
  assert.deepEqual(readImage(Buffer.concat([jpeg.subarray(0, -4), jpeg.subarray(-2)])), { fault: broken.jpg });
});

test('rejects files that are no images', () => {
  for (const text of ['', 'GIF89a', '<svg onload="x">', 'RIFF____WAVE', '\x89PNG']) {
    assert.deepEqual(readImage(Buffer.from(text, 'latin1')), { fault: noPicture });
  }
});

test('classifies any bytes after any signature as an image or an error', () => {
  const signatures = [aPng().subarray(0, 8), aJpeg().subarray(0, 3), aWebp().subarray(0, 16), Buffer.alloc(0)];
  fc.assert(
    fc.property(fc.constantFrom(...signatures), fc.uint8Array({ maxLength: 200 }), (signature, rest) => {
      const read = readImage(Buffer.concat([signature, rest]));
      assert.ok('fault' in read || (read.width > 0 && read.height > 0));
    }),
  );
});

test('classifies an image with any changed byte as an image or an error', () => {
  for (const make of Object.values(makers)) {
    const image = make();
    for (let at = 0; at < image.length; at += 1) {
      for (const value of [0, 0x7f, 0xff]) {
        const changed = Buffer.from(image);
        changed[at] = value;
        const read = readImage(changed);
        assert.ok('fault' in read || read.width > 0);
      }
    }
  }
});
