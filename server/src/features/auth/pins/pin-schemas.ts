import { Type } from 'typebox';
import { nullable, pin, timestamp } from '../../../platform/validation/fields.ts';
import { loggedIn } from '../schemas.ts';

export const setPinBody = Type.Object({ pin: pin(), password: Type.String({ maxLength: 1_000, format: 'text' }) });

export const enterPinBody = Type.Object({
  pin: pin(),
  merchant_id: Type.String({ format: 'uuid' }),
  device_id: Type.String({ format: 'uuid', description: 'From `POST /auth/register-device`' }),
});

export const pinSession = Type.Object({
  ...Type.Omit(loggedIn, ['refresh_token', 'user']).properties,
  refresh_token: Type.Null({ description: 'Always null: the session ends after 15 minutes without a request' }),
  user: Type.Object({
    ...Type.Omit(loggedIn.properties.user, ['email']).properties,
    email: nullable(Type.String({ description: 'Null for a member without an e-mail address' })),
  }),
});

export const pinState = Type.Object({ enabled: Type.Boolean(), set_at: nullable(timestamp()) });
