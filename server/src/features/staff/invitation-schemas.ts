import { Type } from 'typebox';
import { roles } from '../../core/permissions.ts';
import {
  email,
  freeText,
  id,
  newPassword,
  nullable,
  oneOf,
  text,
  timestamp,
} from '../../platform/validation/fields.ts';
import { assignmentFields, pinField, staffMemberFields } from './schemas.ts';

const sendOptions = ['email', 'link'] as const;

const send = () => Type.Optional(oneOf(sendOptions));

export const invitationBody = Type.Object({
  email: Type.Optional(email()),
  pin: Type.Optional(
    pinField('4 to 8 digits, instead of `email`: for a cashier or stock_clerk who signs in at registered devices only'),
  ),
  name: text(200),
  role: oneOf(roles),
  ...assignmentFields,
  phone: Type.Optional(freeText(32)),
  send: send(),
  password: Type.Optional(Type.Null({ description: 'Rejected: the invited person chooses the password' })),
});

export const resendBody = Type.Object({
  send: send(),
  email: Type.Optional({
    ...email(),
    description: 'For a member without an e-mail address, who gets an account by accepting',
  }),
});

export const invited = Type.Object({
  ...staffMemberFields,
  invitation_link: Type.Optional(
    nullable(
      Type.String({
        description:
          'With `send: link` only; works once, for seven days. Returned once; null in the response to a repeated request',
      }),
    ),
  ),
});

/** The response without its link, for storing: a repeated request gets no link. */
export function withoutLink(response: string): string {
  const { data, ...rest } = JSON.parse(response) as { data: Record<string, unknown> };
  return JSON.stringify({ ...rest, data: 'invitation_link' in data ? { ...data, invitation_link: null } : data });
}

export const resetLink = Type.Object({
  reset_link: nullable(Type.String({ description: 'Returned once; null in the response to a repeated request' })),
  expires_at: timestamp(),
});

/** The response without its link, for storing. */
export function withoutResetLink(response: string): string {
  const body = JSON.parse(response) as { data: object };
  return JSON.stringify({ ...body, data: { ...body.data, reset_link: null } });
}

const token = () => Type.String({ minLength: 1, maxLength: 200, format: 'text', description: 'From the link' });

export const previewBody = Type.Object({ token: token() });

export const preview = Type.Object({
  email: Type.String(),
  name: Type.String(),
  role: oneOf(roles),
  merchant_name: Type.String(),
  expires_at: timestamp(),
});

export const acceptBody = Type.Object({
  token: token(),
  password: Type.Optional(newPassword()),
  name: Type.Optional(text(200)),
});

export const accepted = Type.Object({
  user_id: id(),
  email: Type.String(),
  name: Type.String(),
  role: oneOf(roles),
  merchant_id: id(),
  merchant_name: Type.String(),
});
