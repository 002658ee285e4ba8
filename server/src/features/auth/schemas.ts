import { Type } from 'typebox';
import { roles } from '../../core/permissions.ts';
import { message } from '../../platform/http/envelope.ts';
import { pagingQuery } from '../../platform/http/paging.ts';
import {
  currency,
  email,
  freeText,
  id,
  newPassword,
  nullable,
  oneOf,
  text,
  timestamp,
  timezone,
} from '../../platform/validation/fields.ts';
import type { DeviceRow } from './queries.ts';
import { type Platform, type PushSubscription, platforms } from './rules.ts';
import type { SessionRow } from './sessions/session-queries.ts';
import { describeDevice, networkOf } from './sessions/session-rules.ts';
import type { NewDevice } from './sessions/start-session.ts';

export const registerBody = Type.Object({
  email: email(),
  password: newPassword(),
  name: text(200),
  phone: Type.Optional(freeText(32)),
  merchant_name: Type.Optional(freeText(200)),
  currency: Type.Optional(currency('ISO 4217; USD if omitted')),
  timezone: Type.Optional(timezone('IANA time zone; UTC if omitted')),
});

export const registered = Type.Object({ user_id: id(), email: Type.String(), name: Type.String() });

export const passwordChanged = Type.Object({
  ...message.properties,
  data: Type.Object({
    api_keys: Type.Array(
      Type.Object({
        id: id(),
        name: Type.String(),
        merchant_id: id(),
        merchant_name: Type.String(),
        created_at: timestamp(),
      }),
      { description: 'The keys that the user made. They still work: revoke those that another person may have made' },
    ),
  }),
});

// Only the length is checked: a login must not reveal the rules for passwords.
export const loginBody = Type.Object({
  email: Type.String({ maxLength: 254, format: 'text' }),
  password: Type.String({ maxLength: 1_000, format: 'text' }),
  code: Type.Optional(
    Type.String({
      maxLength: 100,
      format: 'text',
      description: 'Six digits of the authenticator app, or a recovery code; required if one is set up',
    }),
  ),
});

export const loggedIn = Type.Object({
  access_token: Type.String(),
  refresh_token: Type.String(),
  expires_in: Type.Integer({ description: 'Seconds' }),
  user: Type.Object({ id: id(), email: Type.String(), name: Type.String(), role: oneOf(roles) }),
});

export const browserSession = Type.Omit(loggedIn, ['refresh_token']);

export const refreshBody = Type.Object({
  refresh_token: Type.String({ maxLength: 1_000, format: 'text' }),
  rotate: Type.Optional(
    Type.Boolean({ description: 'Also return a new refresh token; this one may then not be used again' }),
  ),
});

export const refreshed = Type.Object({
  access_token: Type.String(),
  expires_in: Type.Integer({ description: 'Seconds' }),
  refresh_token: Type.Optional(Type.String({ description: 'With `rotate` only' })),
});

export const refreshedBrowserSession = Type.Omit(refreshed, ['refresh_token']);

export const browserLogoutBody = Type.Object({
  user_id: Type.Optional({ ...id(), description: 'Only a session of this user is ended' }),
});
export const browserLoggedOut = Type.Object({
  ...message.properties,
  data: Type.Object({
    is_ended: Type.Boolean({
      description: 'False if the cookie is of another user: that session stays, with its cookie',
    }),
  }),
});

export const currentUser = Type.Object({
  id: id(),
  email: nullable(Type.String({ description: 'Null for a member without an e-mail address' })),
  name: Type.String(),
  role: oneOf(roles),
  merchant_id: id(),
  branch_id: id(),
  branch_ids: nullable(
    Type.Array(id(), { description: 'The branches that their rights are limited to; null for all' }),
  ),
});

export const ownMerchant = Type.Object({
  id: id(),
  name: Type.String(),
  role: oneOf(roles),
  is_default: Type.Boolean({ description: 'The merchant of requests without X-Merchant-ID' }),
});

export const ownMerchantQuery = Type.Object({ ...pagingQuery });

const base64 = () => Type.String({ maxLength: 500, pattern: '^[\\w+/=-]+$', 'x-sentence': 'must be base64' });

export const deviceBody = Type.Object({
  token: Type.Unsafe<string | PushSubscription>({
    type: ['string', 'object'],
    minLength: 1,
    maxLength: 4_096,
    format: 'filled-text',
    required: ['endpoint', 'keys'],
    properties: {
      endpoint: Type.String({ format: 'uri', maxLength: 2_048 }),
      keys: Type.Object({ p256dh: base64(), auth: base64() }),
    },
    description: 'The push token; for a browser, also its PushSubscription object',
  }),
  platform: oneOf(platforms),
  name: Type.Optional(freeText(200)),
});

export const device = Type.Object({
  id: id(),
  platform: oneOf(platforms),
  name: nullable(Type.String()),
  created_at: timestamp(),
  updated_at: timestamp(),
});

export const toDevice = (row: DeviceRow) => ({
  id: row.id,
  platform: row.platform as Platform,
  name: row.name,
  created_at: row.created_at,
  updated_at: row.updated_at,
});

export const deviceQuery = Type.Object(pagingQuery);

export const changePasswordBody = Type.Object({
  current_password: Type.String({ maxLength: 1_000, format: 'text' }),
  new_password: newPassword(),
});

export const sessionQuery = Type.Object(pagingQuery);

export const endSessionsQuery = Type.Object({
  keep_current: Type.Optional(Type.Boolean({ description: 'Keep the current session' })),
});

export const session = Type.Object({
  id: id(),
  user_agent: nullable(Type.String()),
  device: nullable(
    Type.String({ description: 'Browser and operating system from the user agent: `Firefox on Windows`' }),
  ),
  network: nullable(
    Type.String({ description: 'Network of the last use: the first 24 bits of an IPv4 address, 48 of IPv6' }),
  ),
  is_current: Type.Boolean({ description: 'The current session' }),
  created_at: timestamp(),
  last_used_at: timestamp(),
  expires_at: timestamp(),
});

export const toSession = (row: SessionRow, current_id: string) => ({
  id: row.id,
  user_agent: row.user_agent,
  device: describeDevice(row.user_agent),
  network: row.address === null ? null : networkOf(row.address),
  is_current: row.id === current_id,
  created_at: row.created_at,
  last_used_at: row.last_used_at ?? row.created_at,
  expires_at: row.expires_at,
});

export const newDevice = Type.Object({
  id: id(),
  name: Type.String(),
  device: nullable(Type.String({ description: '`Firefox on Windows`' })),
  network: Type.String({ description: 'The first 24 bits of an IPv4 address, 48 of IPv6' }),
});

export const toNewDevice = ({ id, name, device, network }: NewDevice) => ({ id, name, device, network });
