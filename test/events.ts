import assert from 'node:assert/strict';
import type { Shop } from './shop.ts';

export interface FeedEvent {
  type: string;
  subject_id: string;
  user_id: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: the payload depends on the type.
  data: any;
}

/** Reads the feed from now on. @returns a function that returns the events since its last call */
export async function followEvents({ owner }: Pick<Shop, 'owner'>): Promise<() => Promise<FeedEvent[]>> {
  let after: string = '0';
  const readNew = async () => {
    const events: FeedEvent[] = [];
    for (;;) {
      const { status, body, text } = await owner.get(`/events?limit=1000&after=${after}`);
      assert.equal(status, 200, text);
      events.push(...body.data);
      after = body.meta.next_cursor;
      if (!body.meta.has_more) return events;
    }
  };
  await readNew();
  return readNew;
}

export const typesOf = (events: readonly FeedEvent[]): string[] => events.map(({ type }) => type);
