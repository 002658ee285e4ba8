import type { Transaction } from '../../platform/database/handle.ts';
import { type KeptPayload, listEventsAbout, listEventsAt, type Moment, updatePayloads } from './queries.ts';

type Rewrite = (data: Record<string, unknown>) => Record<string, unknown>;

/** Rewrites the payloads of these records' events. Types, times and order stay. */
export const erasePayloads = async (tx: Transaction, subject_ids: readonly string[], rewrite: Rewrite): Promise<void> =>
  rewritePayloads(tx, await listEventsAbout(tx, subject_ids), rewrite);

/** Rewrites only the payloads that a record's events have at given times: a product may have very many events. */
export const erasePayloadsAt = async (tx: Transaction, moments: readonly Moment[], rewrite: Rewrite): Promise<void> =>
  rewritePayloads(tx, moments.length === 0 ? [] : await listEventsAt(tx, moments), rewrite);

async function rewritePayloads(tx: Transaction, events: readonly KeptPayload[], rewrite: Rewrite): Promise<void> {
  const rewritten = events.map(({ id, payload }) => ({ id, payload: JSON.stringify(rewrite(JSON.parse(payload))) }));
  if (rewritten.length > 0) await updatePayloads(tx, rewritten);
}
