import { type Static, Type } from 'typebox';
import { pagingQuery } from '../../platform/http/paging.ts';
import { freeText, id, nullable, oneOf, timestamp } from '../../platform/validation/fields.ts';
import type { DeliveryRow } from './delivery-queries.ts';
import type { EndpointWithSecret } from './endpoints.ts';
import type { EndpointRow } from './queries.ts';
import { circuitOf } from './rules.ts';
import { headersOf } from './send-delivery.ts';

const statuses = ['active', 'paused'] as const;
const states = ['pending', 'succeeded', 'failed'] as const;

const url = () =>
  Type.String({
    format: 'uri',
    minLength: 1,
    maxLength: 2_000,
    description: 'http or https; redirects are not followed',
  });
const types = () =>
  nullable(
    Type.Array(Type.String({ minLength: 1, maxLength: 100, format: 'text' }), {
      minItems: 1,
      maxItems: 100,
      description: 'Types of events, or `sale.*` for all with that prefix; null for all',
    }),
  );
const status = () =>
  Type.Unsafe<(typeof statuses)[number]>({
    ...oneOf(statuses),
    description: 'A paused endpoint misses nothing: it resumes where it stopped',
  });

export const newEndpointBody = Type.Object({
  url: url(),
  types: Type.Optional(types()),
  description: Type.Optional(freeText(500)),
  status: Type.Optional(status()),
});

export const changeEndpointBody = Type.Partial(newEndpointBody);

export const replayBody = Type.Object({
  after: Type.Integer({
    minimum: 0,
    maximum: 999_999_999_999_999,
    description: 'The `sequence` of the event after which the replay starts',
  }),
});

export const endpoint = Type.Object({
  id: id(),
  url: Type.String(),
  types: nullable(Type.Array(Type.String())),
  description: Type.String(),
  status: status(),
  circuit: Type.Unsafe<'closed' | 'open'>({
    ...oneOf(['closed', 'open']),
    description:
      'Open after five failures in a row: the endpoint is then only probed, at growing intervals, until it answers with 2xx',
  }),
  consecutive_failures: Type.Integer(),
  next_probe_at: nullable(timestamp()),
  sequence: Type.Integer({ description: 'The last event for which deliveries were created' }),
  pending: Type.Integer({ description: 'Pending deliveries' }),
  failed: Type.Integer({ description: 'Deliveries that were given up; they can be sent again' }),
  missed: Type.Integer({
    description:
      'Events that were deleted before they could be delivered, because the endpoint was paused for too long',
  }),
  old_secret_until: nullable(timestamp()),
  verified_at: Type.Unsafe<string | null>({
    ...nullable(timestamp()),
    description: 'When this address first answered a signed message with 2xx; a replay needs that',
  }),
  created_at: timestamp(),
  updated_at: timestamp(),
});

export const endpointWithSecret = Type.Object({
  ...endpoint.properties,
  secret: nullable(Type.String({ description: 'Returned once; null in the response to a repeated request' })),
});

export const toEndpoint = (row: EndpointRow): Static<typeof endpoint> => ({
  id: row.id,
  url: row.url,
  types: row.types,
  description: row.description,
  status: row.status,
  circuit: circuitOf(row.failures),
  consecutive_failures: row.failures,
  next_probe_at: row.probe_at,
  sequence: Number(row.cursor),
  pending: row.pending,
  failed: row.failed,
  missed: Number(row.missed),
  old_secret_until: row.old_secret_until,
  verified_at: row.verified_at,
  created_at: row.created_at,
  updated_at: row.updated_at,
});

export const toEndpointWithSecret = ({
  endpoint: row,
  secret,
}: EndpointWithSecret): Static<typeof endpointWithSecret> => ({
  ...toEndpoint(row),
  secret,
});

/** The response without the secret, for storing. */
export function withoutSecret(response: string): string {
  const body = JSON.parse(response) as { data: Static<typeof endpointWithSecret> };
  return JSON.stringify({ ...body, data: { ...body.data, secret: null } });
}

export const deliveriesQuery = Type.Object({ ...pagingQuery, state: Type.Optional(oneOf(states)) });

export const deliveryParams = Type.Object({ id: id(), delivery_id: id() });

export const delivery = Type.Object({
  id: Type.String({ format: 'uuid', description: 'The event’s id, sent in the header `webhook-id`' }),
  type: Type.String(),
  sequence: nullable(Type.Integer({ description: 'The event’s number; null for a test' })),
  state: oneOf(states),
  attempts: Type.Integer(),
  next_attempt_at: nullable(timestamp()),
  last_attempt_at: nullable(timestamp()),
  request_headers: Type.Unsafe<Record<string, string> | null>({
    type: ['object', 'null'],
    additionalProperties: { type: 'string' },
    description: 'The headers of the last attempt, without the signature',
  }),
  status: nullable(Type.Integer({ description: 'The response’s status at the last attempt' })),
  answer: nullable(Type.String({ description: 'The first 4 KiB of the response’s body' })),
  error: nullable(Type.String({ description: 'Why the attempt failed, besides the status' })),
  duration_ms: nullable(Type.Integer()),
  created_at: timestamp(),
  finished_at: nullable(timestamp()),
});

export const toDelivery = (row: DeliveryRow): Static<typeof delivery> => ({
  id: row.event_id,
  type: row.type,
  sequence: row.sequence === null ? null : Number(row.sequence),
  state: row.state,
  attempts: row.attempts,
  next_attempt_at: row.next_attempt_at,
  last_attempt_at: row.last_attempt_at,
  request_headers: row.last_attempt_at === null ? null : headersOf(row.event_id, row.last_attempt_at),
  status: row.status,
  answer: row.answer,
  error: row.error,
  duration_ms: row.duration_ms,
  created_at: row.created_at,
  finished_at: row.finished_at,
});
