import { Type } from 'typebox';
import { pagingQuery } from '../../platform/http/paging.ts';
import { id, nullable, oneOf, text, timestamp } from '../../platform/validation/fields.ts';
import type { CreatedApiKey } from './create-api-key.ts';
import type { ApiKeyRow } from './queries.ts';
import { grantable, statuses } from './rules.ts';

export const newApiKeyBody = Type.Object({
  name: text(200),
  permissions: Type.Array(oneOf(grantable), { minItems: 1, maxItems: 100 }),
  branch_ids: Type.Optional(
    nullable(
      Type.Array(id(), {
        minItems: 1,
        maxItems: 100,
        description: 'The branches where it may sell, change stock and see sales; null for all',
      }),
    ),
  ),
  expires_at: Type.Optional(nullable(timestamp())),
});

export const apiKeyBody = Type.Object({ name: text(200) });

const fields = {
  id: id(),
  name: Type.String(),
  last_four: Type.String({ description: 'The last four characters of the key' }),
  permissions: Type.Array(Type.String()),
  branch_ids: nullable(Type.Array(Type.String(), { description: 'The branches that it is limited to; null for all' })),
  status: Type.Unsafe<(typeof statuses)[number]>({
    ...oneOf(statuses),
    description: '`suspended`: its creator is currently not a member',
  }),
  created_by: id(),
  created_by_name: Type.String(),
  expires_at: nullable(timestamp()),
  revoked_at: nullable(timestamp()),
  last_used_at: nullable(Type.String({ format: 'date-time', description: 'To the minute; null if it was never used' })),
  created_at: timestamp(),
  updated_at: timestamp(),
};

export const apiKey = Type.Object(fields);

export const createdApiKey = Type.Object({
  ...fields,
  key: nullable(
    Type.String({
      description:
        'For `Authorization: Bearer …`; returned only once, null when the request is sent again under its key',
    }),
  ),
});

export const toApiKey = ({ branch_ids, ...row }: ApiKeyRow) => ({
  ...row,
  branch_ids: branch_ids === null ? null : [...branch_ids],
});

export const toCreatedApiKey = ({ row, key }: CreatedApiKey) => ({ ...toApiKey(row), key });

/** The response without the key, for storing. */
export function withoutKey(response: string): string {
  const body = JSON.parse(response) as { data: object };
  return JSON.stringify({ ...body, data: { ...body.data, key: null } });
}

export const apiKeyQuery = Type.Object({
  ...pagingQuery,
  sort: Type.Optional(
    Type.String({ maxLength: 200, description: 'name, created_at or id; a minus before one reverses it' }),
  ),
  status: Type.Optional(oneOf(statuses)),
});
