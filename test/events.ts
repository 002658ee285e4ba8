import assert from 'node:assert/strict';
import type { Shop } from './shop.ts';

export interface Heard {
  type: string;
  subject_id: string;
  user_id: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: what the type says, which tests read as they like.
  data: any;
}

/** Listens from now on. @returns what gives the events since the last time it was asked */
export async function listenTo({ owner }: Pick<Shop, 'owner'>): Promise<() => Promise<Heard[]>> {
  let after: string = '0';
  const hear = async () => {
    const heard: Heard[] = [];
    for (;;) {
      const { status, body, text } = await owner.get(`/events?limit=1000&after=${after}`);
      assert.equal(status, 200, text);
      heard.push(...body.data);
      after = body.meta.next_cursor;
      if (!body.meta.has_more) return heard;
    }
  };
  await hear();
  return hear;
}

export const typesOf = (events: readonly Heard[]): string[] => events.map(({ type }) => type);
