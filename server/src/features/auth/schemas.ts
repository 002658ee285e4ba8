import { Type } from 'typebox';
import { email, freeText, id, oneOf, text } from '../../http/fields.ts';
import { roles } from '../../kernel/permissions.ts';

export const password = () => Type.String({ minLength: 8, maxLength: 128, format: 'text' });

export const registerBody = Type.Object({
  email: email(),
  password: password(),
  name: text(200),
  phone: Type.Optional(freeText(32)),
  merchant_name: Type.Optional(freeText(200)),
  currency: Type.Optional(Type.String({ maxLength: 3, description: 'ISO 4217; USD when left out' })),
  timezone: Type.Optional(Type.String({ maxLength: 64, description: 'IANA time zone; UTC when left out' })),
});

export const registered = Type.Object({ user_id: id(), email: Type.String(), name: Type.String() });

// Bounded, and no more: what is wrong with a password is not said to whoever guesses one.
export const loginBody = Type.Object({
  email: Type.String({ maxLength: 254, format: 'text' }),
  password: Type.String({ maxLength: 1_000, format: 'text' }),
});

export const loggedIn = Type.Object({
  access_token: Type.String(),
  refresh_token: Type.String(),
  expires_in: Type.Integer({ description: 'Seconds' }),
  user: Type.Object({ id: id(), email: Type.String(), name: Type.String(), role: oneOf(roles) }),
});
