import { createHash, randomBytes } from 'node:crypto';

const id_bytes = 16;
const secret_bytes = 32;

export interface InvitationKey {
  merchant_id: string;
  token_hash: Buffer;
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * The token of a link: the merchant's id, which says where to look it up, and 256 random bits. Only its hash is stored.
 */
export function newInvitationToken(merchant_id: string): { token: string; token_hash: Buffer } {
  const token = Buffer.concat([Buffer.from(merchant_id.replaceAll('-', ''), 'hex'), randomBytes(secret_bytes)]).toString('base64url');
  return { token, token_hash: hashOf(token) };
}

/** The parts of a token; undefined for text that is not one. */
export function readInvitationToken(token: string): InvitationKey | undefined {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== id_bytes + secret_bytes || bytes.toString('base64url') !== token) return undefined;
  const hex = bytes.toString('hex', 0, id_bytes);
  const merchant_id = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  return { merchant_id, token_hash: hashOf(token) };
}
