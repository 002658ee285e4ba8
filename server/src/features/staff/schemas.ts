import { type TProperties, Type } from 'typebox';
import { roles } from '../../core/permissions.ts';
import { pagingQuery } from '../../platform/http/paging.ts';
import { email, id, nullable, oneOf, text, timestamp } from '../../platform/validation/fields.ts';
import type { StaffMemberRow } from './queries.ts';

export const pinField = (description: string) =>
  Type.String({ maxLength: 8, pattern: '^[0-9]{4,8}$', 'x-sentence': 'must be 4 to 8 digits', description });

const statuses = ['active', 'inactive', 'invited'] as const;

export const assignmentFields = {
  branch_id: Type.Optional(
    nullable(Type.String({ format: 'uuid', description: 'The branch of requests that name none' })),
  ),
  branch_ids: Type.Optional(
    nullable(
      Type.Array(id(), {
        minItems: 1,
        maxItems: 100,
        description: 'The branches where they may sell, change stock and see sales; null for all',
      }),
    ),
  ),
};

export const staffMemberBody = Type.Object({
  role: Type.Optional(oneOf(roles)),
  ...assignmentFields,
  name: Type.Optional(text(200)),
  pin: Type.Optional(pinField('A new PIN for a member without an e-mail address')),
});

export const staffMemberFields = {
  id: id(),
  email: nullable(Type.String({ description: 'Null for a member who signs in by PIN only' })),
  name: Type.String(),
  phone: nullable(Type.String()),
  role: oneOf(roles),
  branch_id: nullable(Type.String()),
  branch_ids: nullable(
    Type.Array(Type.String(), { description: 'The branches that the rights are limited to; null for all' }),
  ),
  status: oneOf(statuses),
  invitation_expires_at: nullable(
    Type.String({ format: 'date-time', description: 'When the link of an invited person expires; null for members' }),
  ),
  created_at: timestamp(),
  updated_at: timestamp(),
} satisfies TProperties;

export const staffMember = Type.Object(staffMemberFields);

export const ownAccountBody = Type.Object({
  name: Type.Optional(text(200)),
  email: Type.Optional(email()),
  current_password: Type.Optional(
    Type.String({ maxLength: 1_000, format: 'text', description: 'Required with another `email`' }),
  ),
});

export const ownAccount = Type.Object({ id: id(), email: Type.String(), name: Type.String() });

const memberStatus = (
  invitation_expires_at: string | null,
  deactivated_at: string | null,
): (typeof statuses)[number] =>
  invitation_expires_at !== null ? 'invited' : deactivated_at === null ? 'active' : 'inactive';

export const signedOut = Type.Object({
  id: id(),
  name: Type.String(),
  sessions: Type.Integer({ description: 'Number of ended sessions' }),
});

export const toStaffMember = ({ deactivated_at, branch_ids, ...row }: StaffMemberRow) => ({
  ...row,
  branch_ids: branch_ids === null ? null : [...branch_ids],
  status: memberStatus(row.invitation_expires_at, deactivated_at),
});

export const staffQuery = Type.Object({
  ...pagingQuery,
  sort: Type.Optional(
    Type.String({ maxLength: 200, description: 'name, email, role, created_at or id; a minus before one reverses it' }),
  ),
  search: Type.Optional(
    Type.String({ maxLength: 200, format: 'text', description: 'Matches anywhere in the name or e-mail' }),
  ),
  role: Type.Optional(oneOf(roles)),
  status: Type.Optional(oneOf(statuses)),
});
