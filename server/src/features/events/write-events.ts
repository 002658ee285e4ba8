import type { Transaction } from '../../db/handle.ts';
import type { Merchant } from '../../kernel/actor.ts';
import type { Happening } from '../../kernel/happening.ts';
import { newId } from '../../kernel/ids.ts';
import { insertEvents } from './queries.ts';

type Render = (type: string, fact: unknown, merchant: Merchant) => unknown;

/** Writes down what was told in a transaction, as the last of its statements but the commit. */
export function writeEvents(tx: Transaction, happenings: readonly Happening[], render: Render): void {
  const events = happenings.map(({ type, subject_id, fact, deed }) => ({
    id: newId(),
    type,
    subject_id,
    user_id: deed.actor.user_id,
    api_key_id: deed.actor.api_key?.id ?? null,
    payload: JSON.stringify(render(type, fact, deed.actor.merchant)),
    created_at: deed.now,
  }));
  insertEvents(tx, events);
}
