import type { Clock } from '../../core/clock.ts';
import type { Handle } from '../../platform/database/handle.ts';
import { findPushDevices, type PushDevice } from '../auth/queries.ts';
import { type EventRow, findEvents } from '../events/queries.ts';
import { getMerchant } from '../merchant/queries.ts';
import { findRecipients } from './find-recipients.ts';
import { type Message, type Pusher, pushMessage } from './push-message.ts';
import { claimDueMessages, type DueMessage, deleteMessage } from './queries.ts';
import { linkData, messageText, retryDelay } from './rules.ts';

interface Log {
  warn(fields: object, message: string): void;
}

export interface Deliverer extends Pusher {
  clock: Clock;
  log: Log;
  /** Ends the attempts. The messages are sent again later. */
  signal: AbortSignal;
}

const batch_size = 10;

/**
 * Sends some of a merchant's due messages to those who want them now. A message that fails is retried after growing
 * intervals, and finally dropped.
 * @returns whether more may be due
 */
export async function deliverSome(services: Deliverer, merchant_id: string): Promise<boolean> {
  const now = services.clock.now();
  const due = await services.database.transaction(merchant_id, (tx) =>
    claimDueMessages(tx, { now, limit: batch_size }),
  );
  if (due.length === 0) return false;
  const db = services.database.reader(merchant_id);
  const merchant = await getMerchant(db);
  const event_ids = due.map(({ event_id }) => event_id);
  const device_ids = due.map(({ device_id }) => device_id);
  const events = new Map((await findEvents(db, event_ids)).map((event) => [event.id, event]));
  const devices = new Map(
    (await findPushDevices(services.database.global, device_ids)).map((device) => [device.id, device]),
  );
  const recipients = await findRecipients(db, [...events.values()]);
  await Promise.all(
    due.map((message) => {
      const [event, device] = [events.get(message.event_id), devices.get(message.device_id)];
      // The event or device was deleted meanwhile, so the message is, too.
      if (event === undefined || device === undefined) return deleteMessage(db, message);
      // A retry comes up to an hour later. Meanwhile the device may have moved to another user, or the user's rights or
      // wishes may have changed.
      if (!recipients.get(event.id)?.includes(device.user_id)) return deleteMessage(db, message);
      return deliver(services, db, { message, device, text: messageOf(event, merchant) });
    }),
  );
  return true;
}

interface Delivery {
  message: DueMessage;
  device: PushDevice;
  text: Message;
}

async function deliver(services: Deliverer, db: Handle, { message, device, text }: Delivery): Promise<void> {
  try {
    await pushMessage(services, device, text, services.signal);
  } catch (error) {
    if (services.signal.aborted || retryDelay(message.attempts) !== undefined) return;
    services.log.warn({ err: error, device_id: device.id }, 'a push message was dropped');
  }
  await deleteMessage(db, message);
}

function messageOf(
  { id, type, subject_id, payload }: EventRow,
  merchant: { id: string; name: string; currency: string },
): Message {
  const payload_fields = JSON.parse(payload) as Record<string, unknown>;
  const data = { type, event_id: id, subject_id, merchant_id: merchant.id, ...linkData(type, payload_fields) };
  return { ...messageText(type, payload_fields, merchant), tag: `${type}:${subject_id}`, data };
}
