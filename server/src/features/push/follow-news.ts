import { toMinor } from '@tillhouse/core/money';
import type { Actor, OperationContext } from '../../core/actor.ts';
import type { Timestamp } from '../../core/clock.ts';
import { invalidField } from '../../core/errors.ts';
import type { Database, Transaction } from '../../platform/database/handle.ts';
import { listAddresses } from '../auth/queries.ts';
import { numberCommitted } from '../events/number-events.ts';
import { type EventRow, listEvents } from '../events/queries.ts';
import { readKept } from '../events/retained-events.ts';
import { getMerchant } from '../merchant/queries.ts';
import {
  advanceCursor,
  findRules,
  insertMessages,
  listBranchesOfRefunds,
  listListeners,
  lockCursor,
  upsertRules,
  watchMerchant,
} from './queries.ts';
import { firstRules, type Listener, type News, type PushRules, pushedTypes, wants } from './rules.ts';

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

async function messagesFor(
  tx: Transaction,
  events: readonly EventRow[],
): Promise<{ event_id: string; device_id: string }[]> {
  const { currency } = await getMerchant(tx);
  const listeners = await readListeners(tx);
  // A refund has no branch; its sale has.
  const refunds = events.filter(({ type }) => type === 'sale.refunded').map(({ subject_id }) => subject_id);
  const branches = new Map(
    refunds.length === 0 ? [] : (await listBranchesOfRefunds(tx, refunds)).map(({ id, branch_id }) => [id, branch_id]),
  );
  const heard = events.flatMap((event) => {
    const news = newsOf(event, currency, branches.get(event.subject_id));
    return listeners
      .filter((listener) => wants(listener, news))
      .map(({ user_id }) => ({ event_id: event.id, user_id }));
  });
  if (heard.length === 0) return [];
  const devices = Map.groupBy(
    await listAddresses(tx, [...new Set(heard.map(({ user_id }) => user_id))]),
    ({ user_id }) => user_id,
  );
  return heard.flatMap(({ event_id, user_id }) =>
    (devices.get(user_id) ?? []).map(({ id }) => ({ event_id, device_id: id })),
  );
}

async function readListeners(tx: Transaction): Promise<Listener[]> {
  return (await listListeners(tx)).map(({ user_id, role, branch_ids, ...rules }) => ({
    user_id,
    role,
    branch_ids,
    rules: { ...firstRules, ...rules },
  }));
}

function newsOf(
  { type, user_id, subject_id, payload }: EventRow,
  currency: string,
  branch_of_sale: string | undefined,
): News {
  const { branch_id, amount } = JSON.parse(payload) as { branch_id?: unknown; amount?: unknown };
  return {
    type,
    user_id,
    subject_id,
    branch_id: typeof branch_id === 'string' ? branch_id : (branch_of_sale ?? null),
    amount: typeof amount === 'number' ? (toMinor(amount, currency) ?? null) : null,
  };
}

type RulesWish = Partial<Omit<PushRules, 'refund_from'>> & { refund_from?: number | null };

/**
 * Call this before the merchant's first user subscribes, who receives events numbered after it. Events are numbered
 * when the feed is read, so earlier ones could be weeks old.
 */
export const numberWhatWas = (database: Database, { merchant }: Actor): Promise<void> =>
  numberCommitted(database, merchant.id);

/** Changes the given push rules of the caller. @throws AppError VALIDATION_ERROR */
export async function chooseMessages(
  tx: Transaction,
  { actor, now }: OperationContext,
  wish: RulesWish,
): Promise<PushRules> {
  const { refund_from } = wish;
  const present = (await findRules(tx, actor.user_id)) ?? firstRules;
  const from =
    refund_from === undefined || refund_from === null ? refund_from : toMinor(refund_from, actor.merchant.currency);
  if (from === undefined && refund_from !== undefined)
    throw invalidField('refund_from', 'has more decimals than the currency');
  await watchMerchant(tx);
  // Field by field: a body may have other fields, which must not be set as columns.
  const rules: PushRules = {
    low_stock: wish.low_stock ?? present.low_stock,
    out_of_stock: wish.out_of_stock ?? present.out_of_stock,
    exports: wish.exports ?? present.exports,
    imports: wish.imports ?? present.imports,
    day_closed: wish.day_closed ?? present.day_closed,
    refund_from: from === undefined ? present.refund_from : from,
  };
  return upsertRules(tx, actor.user_id, rules, now);
}
