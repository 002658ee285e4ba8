import { Type } from 'typebox';
import { nullable, timestamp } from '../../platform/validation/fields.ts';

const password = () => Type.String({ maxLength: 1_000, format: 'text' });
const code = (description: string) => Type.String({ minLength: 1, maxLength: 100, format: 'filled-text', description });
const anyCode = () => code('Six digits of the authenticator app, or a recovery code');

export const startBody = Type.Object({ password: password() });
export const confirmBody = Type.Object({ code: code('Six digits of the authenticator app') });
export const proofBody = Type.Object({ password: password(), code: anyCode() });

export const newTotp = Type.Object({
  secret: nullable(Type.String({ description: 'In Base32, to type in. Returned once; null in the response to a repeated request' })),
  otpauth_url: nullable(Type.String({ description: 'The content of the QR code for an authenticator app. Returned once, like `secret`' })),
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
export function withoutSecrets(answer: string): string {
  const told = JSON.parse(answer) as { data: object };
  const data = 'recovery_codes' in told.data ? { recovery_codes: [] } : { secret: null, otpauth_url: null };
  return JSON.stringify({ ...told, data });
}
