import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';

/** A software authenticator. It creates ES256 passkeys and signs challenges, correctly or with one deviation. */

export interface Credential {
  id: string;
  key: KeyObject;
  user_handle: string;
  counter: number;
}

/** The values that differ from the correct ones. */
export interface Deviation {
  origin?: string;
  rp_id?: string;
  type?: string;
  challenge?: string;
  /** The authenticator did not verify the user (no PIN, no fingerprint). */
  unverified?: boolean;
  counter?: number;
  user_handle?: string;
  /** The private key of another passkey. */
  key?: KeyObject;
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const base64url = (data: Buffer | string) => Buffer.from(data).toString('base64url');

const present = 0x01;
const verified = 0x04;
const has_credential = 0x40;

function dataOf(
  rp_id: string,
  { unverified = false, counter = 0 }: Deviation,
  attested: { flags: number; bytes: Buffer },
): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([
    sha256(rp_id),
    Buffer.from([present | (unverified ? 0 : verified) | attested.flags]),
    count,
    attested.bytes,
  ]);
}

const clientData = (type: string, challenge: string, origin: string) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

/** ES256 in COSE: {1: 2, 3: -7, -1: 1, -2: x, -3: y}. */
function coseOf(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const point = (label: number, value: string) =>
    Buffer.concat([Buffer.from([label, 0x58, 32]), Buffer.from(value, 'base64url')]);
  return Buffer.concat([Buffer.from('a5010203262001', 'hex'), point(0x21, x), point(0x22, y)]);
}

interface CreationOptions {
  challenge: string;
  rp: { id: string };
  user: { id: string };
}

/** Creates a passkey. @param id of the credential; random by default */
export function makePasskey(options: CreationOptions, origin: string, deviation: Deviation = {}, id = randomBytes(32)) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const length = Buffer.alloc(2);
  length.writeUInt16BE(id.length);
  const bytes = Buffer.concat([Buffer.alloc(16), length, id, coseOf(publicKey)]);
  const data = dataOf(deviation.rp_id ?? options.rp.id, deviation, { flags: has_credential, bytes });
  // {"fmt": "none", "attStmt": {}, "authData": data}
  const head = Buffer.concat([
    Buffer.from([0xa3, 0x63]),
    Buffer.from('fmt'),
    Buffer.from([0x64]),
    Buffer.from('none'),
    Buffer.from([0x67]),
  ]);
  const attestation = Buffer.concat([
    Buffer.from('attStmt'),
    Buffer.from([0xa0, 0x68]),
    Buffer.from('authData'),
    Buffer.from([0x58, data.length]),
  ]);
  const client = clientData(
    deviation.type ?? 'webauthn.create',
    deviation.challenge ?? options.challenge,
    deviation.origin ?? origin,
  );
  const credential: Credential = { id: base64url(id), key: privateKey, user_handle: options.user.id, counter: 0 };
  const response = {
    id: credential.id,
    rawId: credential.id,
    type: 'public-key' as const,
    clientExtensionResults: {},
    response: {
      clientDataJSON: base64url(client),
      attestationObject: base64url(Buffer.concat([head, attestation, data])),
      transports: ['internal'],
    },
  };
  return { credential, response };
}

/** Signs a challenge with a passkey and increments its counter. */
export function signChallenge(
  credential: Credential,
  options: { challenge: string; rpId: string },
  origin: string,
  deviation: Deviation = {},
) {
  credential.counter = deviation.counter ?? credential.counter + 1;
  const settings = { ...deviation, counter: credential.counter };
  const data = dataOf(deviation.rp_id ?? options.rpId, settings, { flags: 0, bytes: Buffer.alloc(0) });
  const client = clientData(
    deviation.type ?? 'webauthn.get',
    deviation.challenge ?? options.challenge,
    deviation.origin ?? origin,
  );
  const signature = createSign('sha256')
    .update(Buffer.concat([data, sha256(client)]))
    .sign(deviation.key ?? credential.key);
  return {
    id: credential.id,
    rawId: credential.id,
    type: 'public-key' as const,
    clientExtensionResults: {},
    response: {
      clientDataJSON: base64url(client),
      authenticatorData: base64url(data),
      signature: base64url(signature),
      userHandle: deviation.user_handle ?? credential.user_handle,
    },
  };
}
