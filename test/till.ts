import assert from 'node:assert/strict';
import type { Caller } from './caller.ts';

// biome-ignore lint/suspicious/noExplicitAny: the test asserts the shape of the record.
type Record = any;

/** Records by kind and id. */
export type Replica = Map<string, Record>;

export interface Till {
  replica: Replica;
  /** Reads all changes since the last call. @returns the received records */
  synchronise(): Promise<Record[]>;
  cursor(): string;
}

/** A till that keeps a replica by `GET /sync`. */
export function aTill(caller: Caller, { limit = 500 } = {}): Till {
  const replica: Replica = new Map();
  let cursor: string | undefined;
  return {
    replica,
    cursor: () => cursor ?? '',
    async synchronise() {
      const records: Record[] = [];
      for (;;) {
        const { status, body, text } = await caller.get(
          `/sync?limit=${limit}${cursor === undefined ? '' : `&cursor=${cursor}`}`,
        );
        assert.equal(status, 200, text);
        for (const record of body.data) {
          const key = `${record.kind} ${record.id}`;
          if (record.deleted === true) replica.delete(key);
          else replica.set(key, record);
        }
        records.push(...body.data);
        cursor = body.meta.cursor;
        if (body.meta.has_more !== true) return records;
      }
    },
  };
}
