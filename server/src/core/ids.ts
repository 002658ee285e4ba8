import { randomUUIDv7 } from 'node:crypto';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

let last = { millisecond: '', count: 0 };
const countAtMost = 0xfff;

/**
 * A new UUID version 7. Ids sort in the order of their creation, within a millisecond by a counter (RFC 9562, 6.2).
 */
export function newId(): string {
  const id = randomUUIDv7();
  const millisecond = id.slice(0, 13);
  last = { millisecond, count: millisecond === last.millisecond ? last.count + 1 : 0 };
  return last.count > countAtMost ? id : `${millisecond}-7${last.count.toString(16).padStart(3, '0')}${id.slice(18)}`;
}

export const isId = (text: string): boolean => uuid.test(text);

/** The id for rows that belong to no merchant. */
export const no_merchant_id = '00000000-0000-0000-0000-000000000000';
