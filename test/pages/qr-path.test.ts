import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encode } from 'uqr';
import { qrPathOf } from '../../web/src/design/qr-path.ts';

test('draws exactly the dark modules of a QR code within a margin of four', () => {
  const text =
    'otpauth://totp/Tillhouse:mia%40example.com?issuer=Tillhouse&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30';
  const { path, viewBox } = qrPathOf(text);
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  assert.equal(viewBox, `-4 -4 ${size + 8} ${size + 8}`);
  const drawn = data.map((row) => row.map(() => false));
  for (const [, x, y, width, back] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-(\d+)z/g)) {
    assert.equal(width, back);
    for (let at = Number(x); at < Number(x) + Number(width); at += 1) (drawn[Number(y)] as boolean[])[at] = true;
  }
  assert.deepEqual(drawn, data);
});
