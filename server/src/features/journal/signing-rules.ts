import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { canonicalJson } from '../../core/canonical-json.ts';
import { seal, unseal } from '../../core/seal.ts';

/** Journals are signed with Ed25519 (RFC 8032), by a key of their merchant. */

const binding = (service_secret: string, merchant_id: string) => ({
  service_secret,
  purpose: 'journal keys',
  record: merchant_id,
});

export interface StoredKey {
  number: number;
  /** In hexadecimal, 32 bytes. */
  public_key: string;
  /** The private key in PKCS #8, encrypted with the service's secret. */
  sealed_private_key: string;
}

/** A public key as shown: with its fingerprint, by which people compare keys. */
export interface PublicKey {
  number: number;
  public_key: string;
  fingerprint: string;
}

export const toPublicKey = ({ number, public_key }: Pick<StoredKey, 'number' | 'public_key'>): PublicKey => ({
  number,
  public_key,
  fingerprint: fingerprintOf(public_key),
});

/** The first 16 bytes of the SHA-256 of a public key, in hexadecimal. */
const fingerprintOf = (public_key: string): string =>
  createHash('sha256').update(Buffer.from(public_key, 'hex')).digest('hex').slice(0, 32);

const public_key_bytes = 32;

export function newKey(number: number, { merchant_id, secret }: { merchant_id: string; secret: string }): StoredKey {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const der = publicKey.export({ type: 'spki', format: 'der' });
  const text = privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64');
  return {
    number,
    public_key: der.subarray(-public_key_bytes).toString('hex'),
    sealed_private_key: seal(text, binding(secret, merchant_id)),
  };
}

/** A key that can sign. */
export interface SigningKey {
  number: number;
  key: KeyObject;
}

/** Undefined if the service's secret has changed since the key was stored: then only its old signatures remain. */
export function openKey(
  stored: StoredKey,
  { merchant_id, secret }: { merchant_id: string; secret: string },
): SigningKey | undefined {
  try {
    const text = unseal(stored.sealed_private_key, binding(secret, merchant_id));
    const key = createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' });
    const raw = createPublicKey(key).export({ type: 'spki', format: 'der' }).subarray(-public_key_bytes);
    return raw.toString('hex') === stored.public_key ? { number: stored.number, key } : undefined;
  } catch {
    return undefined;
  }
}

/** A value as canonical JSON (RFC 8785), and the signature of its bytes in hexadecimal. */
export function signJson(value: object, { key }: SigningKey): { text: string; signature: string } {
  const text = canonicalJson(value);
  return { text, signature: sign(null, Buffer.from(text), key).toString('hex') };
}
