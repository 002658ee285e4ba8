import { type AddressOf, withAddresses } from '../../core/pictures.ts';
import type { EventRow } from './queries.ts';

export interface ShownEvent {
  id: string;
  type: string;
  timestamp: string;
  sequence: number;
  merchant_id: string;
  subject_id: string;
  user_id: string | null;
  api_key_id: string | null;
  data: unknown;
}

/** An event as sent to subscribers, in the feed, streams and webhooks. */
export const showEvent = ({ payload, created_at, sequence, ...row }: EventRow, merchant_id: string, addressOf: AddressOf): ShownEvent => ({
  id: row.id,
  type: row.type,
  timestamp: created_at,
  sequence: Number(sequence),
  merchant_id,
  subject_id: row.subject_id,
  user_id: row.user_id,
  api_key_id: row.api_key_id,
  data: withAddresses(JSON.parse(payload) as unknown, addressOf),
});
