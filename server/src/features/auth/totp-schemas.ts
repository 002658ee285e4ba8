import { Type } from 'typebox';
import { nullable, timestamp } from '../../platform/validation/fields.ts';

const password = () => Type.String({ maxLength: 1_000, format: 'text' });
const code = (description: string) => Type.String({ minLength: 1, maxLength: 100, format: 'filled-text', description });
const anyCode = () => code('Six digits of the authenticator app, or a recovery code');

export const startBody = Type.Object({ password: password() });
export const confirmBody = Type.Object({ code: code('Six digits of the authenticator app') });
export const proofBody = Type.Object({ password: password(), code: anyCode() });

export const newTotp = Type.Object({
  secret: nullable(
    Type.String({ description: 'In Base32, to be typed in; told only once, null when the request is sent again under its key' }),
  ),
  otpauth_url: nullable(Type.String({ description: 'What the QR code for an authenticator app says; likewise' })),
});

export const recoveryCodes = Type.Object({
  recovery_codes: Type.Array(Type.String(), {
    description: 'Each signs in once in the place of a code; told only once, empty when the request is sent again under its key',
  }),
});

export const totpState = Type.Object({
  enabled: Type.Boolean(),
  enabled_at: nullable(timestamp()),
  recovery_codes_left: Type.Integer(),
});

/** An answer without what is told once, for keeping. */
export function withoutSecrets(answer: string): string {
  const told = JSON.parse(answer) as { data: object };
  const data = 'recovery_codes' in told.data ? { recovery_codes: [] } : { secret: null, otpauth_url: null };
  return JSON.stringify({ ...told, data });
}
