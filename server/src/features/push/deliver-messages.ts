import type { Clock } from '../../core/clock.ts';
import type { Handle } from '../../platform/database/handle.ts';
import { type DeviceAddress, findAddresses } from '../auth/queries.ts';
import { type EventRow, findEvents } from '../events/queries.ts';
import { getMerchant } from '../merchant/queries.ts';
import { type Message, type Pusher, pushMessage } from './push-message.ts';
import { type DueMessage, deleteMessage, holdDueMessages } from './queries.ts';
import { afterAttempt, linkOf, wordsOf } from './rules.ts';

interface Log {
  warn(fields: object, message: string): void;
}

export interface Deliverer extends Pusher {
  clock: Clock;
  log: Log;
}

const at_once = 10;

/**
 * Sends the due messages of a merchant. A message that fails is retried after growing intervals, and finally dropped.
 */
export async function deliverMessages(by: Deliverer, merchant_id: string): Promise<void> {
  for (;;) {
    const now = by.clock.now();
    const due = await by.database.transaction(merchant_id, (tx) => holdDueMessages(tx, { now, limit: at_once }));
    if (due.length === 0) return;
    const db = by.database.reader(merchant_id);
    const merchant = await getMerchant(db);
    const events = new Map(
      (
        await findEvents(
          db,
          due.map(({ event_id }) => event_id),
        )
      ).map((event) => [event.id, event]),
    );
    const devices = new Map(
      (
        await findAddresses(
          by.database.global,
          due.map(({ device_id }) => device_id),
        )
      ).map((one) => [one.id, one]),
    );
    await Promise.all(
      due.map((message) => {
        const [event, device] = [events.get(message.event_id), devices.get(message.device_id)];
        // The event or device was deleted meanwhile, so the message is, too.
        if (event === undefined || device === undefined) return deleteMessage(db, message);
        return deliver(by, db, { message, device, text: messageOf(event, merchant) });
      }),
    );
  }
}

interface Delivery {
  message: DueMessage;
  device: DeviceAddress;
  text: Message;
}

async function deliver(by: Deliverer, db: Handle, { message, device, text }: Delivery): Promise<void> {
  try {
    await pushMessage(by, device, text);
  } catch (error) {
    if (afterAttempt(message.attempts) !== undefined) return;
    by.log.warn({ err: error, device_id: device.id }, 'a push message was dropped');
  }
  await deleteMessage(db, message);
}

function messageOf(
  { id, type, subject_id, payload }: EventRow,
  merchant: { id: string; name: string; currency: string },
): Message {
  const told = JSON.parse(payload) as Record<string, unknown>;
  const data = { type, event_id: id, subject_id, merchant_id: merchant.id, ...linkOf(type, told) };
  return { ...wordsOf(type, told, merchant), tag: `${type}:${subject_id}`, data };
}
