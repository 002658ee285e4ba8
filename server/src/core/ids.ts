import { randomUUIDv7 } from 'node:crypto';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const countAtMost = 0xfff;

/**
 * Makes UUIDs of version 7 sort in the order of their creation, within a millisecond by a counter (RFC 9562, 6.2).
 * @param create a new id, of which only the time is in order
 */
export function inOrder(create: () => string): () => string {
  let last: { millisecond: string; count: number } | undefined;
  return () => {
    const id = create();
    const millisecond = id.slice(0, 13);
    last = { millisecond, count: last?.millisecond === millisecond ? last.count + 1 : 0 };
    return last.count > countAtMost ? id : `${millisecond}-7${last.count.toString(16).padStart(3, '0')}${id.slice(18)}`;
  };
}

/** A new UUID version 7. Ids of a process sort in the order of their creation. */
export const newId = inOrder(() => randomUUIDv7());

export const isId = (text: string): boolean => uuid.test(text);

/** The id for rows that belong to no merchant. */
export const no_merchant_id = '00000000-0000-0000-0000-000000000000';
