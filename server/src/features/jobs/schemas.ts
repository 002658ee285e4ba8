import { type Static, Type } from 'typebox';
import { pagingQuery } from '../../platform/http/paging.ts';
import { id, nullable, oneOf, timestamp } from '../../platform/validation/fields.ts';
import type { JobRow } from './queries.ts';

const states = ['created', 'retry', 'active', 'completed', 'cancelled', 'failed'] as const;

export const jobsQuery = Type.Object({ ...pagingQuery, state: Type.Optional(oneOf(states)) });

const diskStates = ['ok', 'low', 'files_rejected', 'changes_rejected'] as const;

export const diskSpace = Type.Object({
  state: Type.Unsafe<(typeof diskStates)[number]>({
    type: 'string',
    enum: [...diskStates],
    description:
      '`low`: files will soon be rejected; `files_rejected`: pictures and exports are; `changes_rejected`: all changes are',
  }),
});

export const job = Type.Object({
  id: id(),
  name: Type.String(),
  state: oneOf(states),
  attempts: Type.Integer(),
  attempts_at_most: Type.Integer(),
  error: nullable(Type.String({ description: 'Of the last attempt that failed' })),
  created_at: timestamp(),
  started_at: nullable(timestamp()),
  finished_at: nullable(timestamp()),
  next_attempt_at: nullable(timestamp()),
});

export const toJob = (row: JobRow): Static<typeof job> => ({
  id: row.id,
  name: row.name,
  state: row.state,
  attempts: row.attempts,
  attempts_at_most: row.attempts_at_most,
  error: row.error,
  created_at: row.created_at,
  started_at: row.started_at,
  finished_at: row.finished_at,
  next_attempt_at: row.next_attempt_at,
});
