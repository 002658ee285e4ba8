import type { Database } from '../../db/handle.ts';
import type { Merchant } from '../../kernel/actor.ts';
import { toMinor } from '../../kernel/money.ts';
import { type DeviceAddress, listAddresses } from '../auth/lookup.ts';
import type { Message } from './push-message.ts';
import { listListeners } from './queries.ts';
import { firstRules, type Listener, type News, wants, wordsOf } from './rules.ts';

/** An event as subscribers get it. */
export interface Event {
  id: string;
  type: string;
  subject_id: string;
  user_id: string | null;
  data: Record<string, unknown>;
}

interface Errand {
  device: DeviceAddress;
  message: Message;
}

/** Who is to be told of an event, on which device, and how. */
export async function errandsOf(database: Database, merchant: Merchant, event: Event): Promise<Errand[]> {
  const listeners = await readListeners(database, merchant.id);
  const news = newsOf(event, merchant.currency);
  const people = listeners.filter((listener) => wants(listener, news)).map(({ user_id }) => user_id);
  if (people.length === 0) return [];
  const devices = await listAddresses(database.global, people);
  const words = wordsOf(event.type, event.data, merchant);
  const data = { type: event.type, event_id: event.id, subject_id: event.subject_id, merchant_id: merchant.id };
  return devices.map((device) => ({ device, message: { ...words, tag: `${event.type}:${event.subject_id}`, data } }));
}

async function readListeners(database: Database, merchant_id: string): Promise<Listener[]> {
  const rows = await listListeners(database.reader(merchant_id));
  return rows.map(({ user_id, role, branch_ids, refund_from, ...said }) => {
    const { low_stock, out_of_stock, exports, imports } = said;
    const isSaid = low_stock !== null && out_of_stock !== null && exports !== null && imports !== null;
    return { user_id, role, branch_ids, rules: isSaid ? { low_stock, out_of_stock, exports, imports, refund_from } : firstRules };
  });
}

function newsOf({ type, user_id, data }: Event, currency: string): News {
  const branch_id = typeof data.branch_id === 'string' ? data.branch_id : null;
  return { type, user_id, branch_id, amount: typeof data.amount === 'number' ? (toMinor(data.amount, currency) ?? null) : null };
}
