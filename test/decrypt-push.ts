import { createDecipheriv, type ECDH, hkdfSync } from 'node:crypto';

/** Decrypts a push message as a browser does: `aes128gcm` of RFC 8188, with the keys of RFC 8291. */
export function decryptPush(body: Buffer, { browser, auth }: { browser: ECDH; auth: Buffer }): string {
  const salt = body.subarray(0, 16);
  const length = body[20] ?? 0;
  const sender = body.subarray(21, 21 + length);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), sender]);
  const secret = Buffer.from(hkdfSync('sha256', browser.computeSecret(sender), auth, info, 32));
  const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16));
  const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12));
  const sealed = body.subarray(21 + length);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  // The delimiter 2 ends the text; zeros may follow it.
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}
