import { toMinor } from '@tillhouse/core/money';
import type { Timestamp } from '../../core/clock.ts';
import type { Database, Transaction } from '../../platform/database/handle.ts';
import { listAddresses } from '../auth/queries.ts';
import { readKept } from '../events/kept-places.ts';
import { type EventRow, listEvents } from '../events/queries.ts';
import { numberCommitted } from '../events/number-events.ts';
import { getMerchant } from '../merchant/queries.ts';
import { advanceCursor, insertMessages, listBranchesOfRefunds, listListeners, lockCursor } from './queries.ts';
import { firstRules, type Listener, type News, pushedTypes, wants } from './rules.ts';

const batch = 200;

/**
 * Reads events since the last position, and creates a message for each device whose user wants and may see them.
 * Messages and position are stored in one transaction, so that no message is created twice or skipped.
 */
export async function followNews(database: Database, merchant_id: string, now: Timestamp): Promise<void> {
  await numberCommitted(database, merchant_id);
  while (await database.transaction(merchant_id, (tx) => followBatch(tx, now)));
}

/** @returns whether there may be more */
async function followBatch(tx: Transaction, now: Timestamp): Promise<boolean> {
  const cursor = await lockCursor(tx);
  // No user has subscribed yet, or another process is working on this merchant.
  if (cursor === undefined) return false;
  const { last } = await readKept(tx);
  if (last === cursor.sequence) return false;
  const events = await listEvents(tx, { after: cursor.sequence, types: pushedTypes, limit: batch });
  const isFull = events.length === batch;
  if (events.length > 0) await insertMessages(tx, await messagesFor(tx, events), now);
  await advanceCursor(tx, isFull ? (events.at(-1)?.sequence ?? last) : last);
  return isFull;
}

async function messagesFor(tx: Transaction, events: readonly EventRow[]): Promise<{ event_id: string; device_id: string }[]> {
  const { currency } = await getMerchant(tx);
  const listeners = await readListeners(tx);
  // A refund has no branch; its sale has.
  const refunds = events.filter(({ type }) => type === 'sale.refunded').map(({ subject_id }) => subject_id);
  const places = new Map(
    refunds.length === 0 ? [] : (await listBranchesOfRefunds(tx, refunds)).map(({ id, branch_id }) => [id, branch_id]),
  );
  const heard = events.flatMap((event) => {
    const news = newsOf(event, currency, places.get(event.subject_id));
    return listeners.filter((listener) => wants(listener, news)).map(({ user_id }) => ({ event_id: event.id, user_id }));
  });
  if (heard.length === 0) return [];
  const devices = Map.groupBy(await listAddresses(tx, [...new Set(heard.map(({ user_id }) => user_id))]), ({ user_id }) => user_id);
  return heard.flatMap(({ event_id, user_id }) => (devices.get(user_id) ?? []).map(({ id }) => ({ event_id, device_id: id })));
}

async function readListeners(tx: Transaction): Promise<Listener[]> {
  return (await listListeners(tx)).map(({ user_id, role, branch_ids, ...rules }) => ({
    user_id,
    role,
    branch_ids,
    rules: { ...firstRules, ...rules },
  }));
}

function newsOf({ type, user_id, subject_id, payload }: EventRow, currency: string, place: string | undefined): News {
  const { branch_id, amount } = JSON.parse(payload) as { branch_id?: unknown; amount?: unknown };
  return {
    type,
    user_id,
    subject_id,
    branch_id: typeof branch_id === 'string' ? branch_id : (place ?? null),
    amount: typeof amount === 'number' ? (toMinor(amount, currency) ?? null) : null,
  };
}
