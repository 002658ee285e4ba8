import { Type } from 'typebox';
import { approvalActions } from '../../core/approval-rule.ts';
import { pagingQuery } from '../../platform/http/paging.ts';
import { freeText, id, nullable, oneOf, pin, timestamp } from '../../platform/validation/fields.ts';
import { type Approval, approvalStates } from './rules.ts';

export const approvalBody = Type.Object({
  action: oneOf(approvalActions),
  method: oneOf(['POST', 'PUT', 'PATCH']),
  path: Type.String({
    minLength: 1,
    maxLength: 200,
    format: 'filled-text',
    description: 'The address of the request, with `/api/v1` or without',
  }),
  body: Type.Optional(
    Type.Unsafe<unknown>({
      type: ['object', 'null'],
      properties: {},
      additionalProperties: true,
      description: 'The body of the request, exactly as it will be sent. It is not stored',
    }),
  ),
});

const byPin = {
  pin: Type.Optional({ ...pin(), description: 'The approver’s PIN, entered on the device of the requester' }),
  device_id: Type.Optional({
    ...id(),
    description: 'Needed with `pin`, unless the session is by PIN: the registered device of this session',
  }),
};

export const decisionBody = Type.Object(byPin);
export const denialBody = Type.Object({ reason: Type.Optional(nullable(freeText(500))), ...byPin });

export const approval = Type.Object({
  id: id(),
  state: oneOf(approvalStates),
  action: oneOf(approvalActions),
  method: Type.String(),
  path: Type.String(),
  summary: Type.String({ description: 'The act in a sentence, made by the service' }),
  payload_sha256: Type.String({
    description:
      'SHA-256, in hex, of the canonical JSON (RFC 8785) of `{method, path, body}`; path with `/api/v1`, no body as `{}`',
  }),
  branch_id: nullable(Type.String({ format: 'uuid', description: 'The branch of the act; null if it names none' })),
  requested_by: id(),
  requested_by_name: Type.String(),
  decided_by: nullable(Type.String({ format: 'uuid', description: 'Who approved or denied it' })),
  decided_by_name: nullable(Type.String()),
  decided_at: nullable(timestamp()),
  reason: nullable(Type.String({ description: 'Why it was denied' })),
  consumed_at: nullable(timestamp()),
  created_at: timestamp(),
  expires_at: timestamp(),
});

export const toApproval = ({ payload_sha256, decided_role: _, subject_id: __, ...row }: Approval) => ({
  ...row,
  payload_sha256: payload_sha256.toString('hex'),
});

export const approvalQuery = Type.Object({
  ...pagingQuery,
  sort: Type.Optional(Type.String({ maxLength: 200, description: 'created_at or id; a minus before one reverses it' })),
  state: Type.Optional(oneOf(approvalStates)),
  mine: Type.Optional(Type.Boolean({ description: 'Only what the caller requested' })),
});
