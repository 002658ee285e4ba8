import { toMinor } from '@tillhouse/core/money';
import type { Actor, OperationContext } from '../../core/actor.ts';
import type { Timestamp } from '../../core/clock.ts';
import { invalidField } from '../../core/errors.ts';
import type { Database, Transaction } from '../../platform/database/handle.ts';
import { listPushDevices } from '../auth/queries.ts';
import { numberCommitted } from '../events/number-events.ts';
import { type EventRow, listEvents } from '../events/queries.ts';
import { readRetainedRange } from '../events/retained-events.ts';
import { findRecipients } from './find-recipients.ts';
import { advanceCursor, insertMessages, lockCursor, registerMerchant, upsertRules } from './queries.ts';
import { type PushRules, pushedTypes } from './rules.ts';

const batch_size = { limit: 200, bytes: 512 * 1024 };

/**
 * Reads the events after the stored position, and queues a message for each device whose user wants them and may see
 * them. One transaction stores the messages and the new position, so that no message is queued twice or skipped.
 */
export async function queueMessages(database: Database, merchant_id: string, now: Timestamp): Promise<void> {
  await numberCommitted(database, merchant_id);
  while (await database.transaction(merchant_id, (tx) => queueBatch(tx, now)));
}

/** @returns whether there may be more */
async function queueBatch(tx: Transaction, now: Timestamp): Promise<boolean> {
  const cursor = await lockCursor(tx);
  // No user has subscribed yet, or another process is working on this merchant.
  if (cursor === undefined) return false;
  const { last } = await readRetainedRange(tx);
  if (last === cursor.sequence) return false;
  const page = { after: cursor.sequence, types: pushedTypes, ...batch_size };
  const { events, has_more } = await listEvents(tx, page);
  if (events.length !== 0) await insertMessages(tx, await messagesFor(tx, events), now);
  await advanceCursor(tx, has_more ? (events.at(-1)?.sequence ?? last) : last);
  return has_more;
}

async function messagesFor(
  tx: Transaction,
  events: readonly EventRow[],
): Promise<{ event_id: string; device_id: string }[]> {
  const recipients = await findRecipients(tx, events);
  const user_ids = [...new Set([...recipients.values()].flat())];
  if (user_ids.length === 0) return [];
  const devices = Map.groupBy(await listPushDevices(tx, user_ids), ({ user_id }) => user_id);
  return [...recipients].flatMap(([event_id, users]) =>
    users.flatMap((user_id) => (devices.get(user_id) ?? []).map(({ id }) => ({ event_id, device_id: id }))),
  );
}

const changedRules = ['low_stock', 'out_of_stock', 'exports', 'imports', 'day_closed'] as const;

type PushRulesChange = Partial<Omit<PushRules, 'refund_from'>> & { refund_from?: number | null };

/**
 * Must be called before a user's push rules change: the merchant's first subscriber receives the events that are
 * numbered later. Events are numbered when a reader needs them, so unnumbered ones could be weeks old.
 */
export const numberEarlierEvents = (database: Database, { merchant }: Actor): Promise<void> =>
  numberCommitted(database, merchant.id);

/** Changes the given push rules of the caller. @throws AppError VALIDATION_ERROR */
export async function changePushRules(
  tx: Transaction,
  { actor, now }: OperationContext,
  change: PushRulesChange,
): Promise<PushRules> {
  const { refund_from } = change;
  const threshold =
    refund_from === undefined || refund_from === null ? refund_from : toMinor(refund_from, actor.merchant.currency);
  if (threshold === undefined && refund_from !== undefined)
    throw invalidField('refund_from', 'has more decimals than the currency');
  await registerMerchant(tx);
  // Field by field: a body may have other fields, which must not be set as columns.
  const given = changedRules.flatMap((name) => (change[name] === undefined ? [] : [[name, change[name]]]));
  const rules: Partial<PushRules> = {
    ...(Object.fromEntries(given) as Partial<PushRules>),
    ...(threshold === undefined ? {} : { refund_from: threshold }),
  };
  return upsertRules(tx, actor.user_id, rules, now);
}
