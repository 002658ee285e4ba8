import { Type } from 'typebox';
import { pagingQuery } from '../../../platform/http/paging.ts';
import { id, nullable, oneOf, text, timestamp } from '../../../platform/validation/fields.ts';
import type { PasskeyRow } from './passkeys.ts';

const password = () => Type.String({ maxLength: 1_000, format: 'text' });
const code = (description: string) => Type.String({ minLength: 1, maxLength: 100, format: 'filled-text', description });
const anyCode = () => code('Six digits of the authenticator app, or a recovery code');

export const startBody = Type.Object({ password: password() });
export const confirmBody = Type.Object({ code: code('Six digits of the authenticator app') });
export const proofBody = Type.Object({ password: password(), code: anyCode() });

export const newTotp = Type.Object({
  secret: nullable(
    Type.String({ description: 'In Base32, to type in. Returned once; null in the response to a repeated request' }),
  ),
  otpauth_url: nullable(
    Type.String({ description: 'The content of the QR code for an authenticator app. Returned once, like `secret`' }),
  ),
});

export const recoveryCodes = Type.Object({
  recovery_codes: Type.Array(Type.String(), {
    description: 'Each replaces a code once. Returned once; empty in the response to a repeated request',
  }),
});

export const totpState = Type.Object({
  enabled: Type.Boolean(),
  enabled_at: nullable(timestamp()),
  recovery_codes_left: Type.Integer(),
});

/** The response without its secrets, for storing. */
export function withoutSecrets(response: string): string {
  const body = JSON.parse(response) as { data: object };
  const data = 'recovery_codes' in body.data ? { recovery_codes: [] } : { secret: null, otpauth_url: null };
  return JSON.stringify({ ...body, data });
}

const base64url = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[\\w-]+={0,2}$', 'x-sentence': 'must be base64url' });

const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;

const credential = {
  id: base64url(1_400),
  rawId: base64url(1_400),
  type: oneOf(['public-key']),
  clientExtensionResults: Type.Optional(Type.Object({}, { description: 'Sent by browsers; ignored' })),
};

const newCredential = Type.Object(
  {
    ...credential,
    response: Type.Object({
      clientDataJSON: base64url(8_000),
      attestationObject: base64url(64_000),
      transports: Type.Optional(Type.Array(oneOf(transports), { maxItems: 10 })),
    }),
  },
  { description: 'The result of `navigator.credentials.create()`, from its `toJSON()`' },
);

const signedChallenge = Type.Object(
  {
    ...credential,
    response: Type.Object({
      clientDataJSON: base64url(8_000),
      authenticatorData: base64url(8_000),
      signature: base64url(4_000),
      userHandle: Type.Optional(base64url(200)),
    }),
  },
  { description: 'The result of `navigator.credentials.get()`, from its `toJSON()`' },
);

const recentPassword = () =>
  Type.Optional(
    Type.String({
      maxLength: 1_000,
      format: 'text',
      description: 'Required if the sign-in was more than ten minutes ago',
    }),
  );

export const registrationBody = Type.Object({ password: recentPassword() });
export const newPasskeyBody = Type.Object({ name: text(200), response: newCredential });
export const passkeyBody = Type.Object({ name: text(200) });
export const removalBody = Type.Object({ password: recentPassword() });
export const signInBody = Type.Object({ response: signedChallenge });

export const passkeyOptions = Type.Unsafe<object>({
  type: 'object',
  additionalProperties: true,
  description: 'For `PublicKeyCredential.parseCreationOptionsFromJSON()` or `parseRequestOptionsFromJSON()`',
});

export const passkey = Type.Object({
  id: id(),
  name: Type.String(),
  created_at: timestamp(),
  last_used_at: nullable(timestamp()),
});

export const toPasskey = ({ id, name, created_at, last_used_at }: PasskeyRow) => ({
  id,
  name,
  created_at,
  last_used_at,
});

export const passkeyQuery = Type.Object(pagingQuery);
