import assert from 'node:assert/strict';
import type { Caller } from './caller.ts';

// biome-ignore lint/suspicious/noExplicitAny: a record's shape is what the test is about to assert.
type Record = any;

export type Kept = Map<string, Record>;

export interface Till {
  /** By kind and id. */
  kept: Kept;
  /** Takes over what there is to take. @returns the records that came */
  synchronise(): Promise<Record[]>;
  cursor(): string;
}

/** A till that keeps what `GET /sync` tells it. */
export function aTill(caller: Caller, { limit = 500 } = {}): Till {
  const kept: Kept = new Map();
  let cursor: string | undefined;
  return {
    kept,
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
          if (record.deleted === true) kept.delete(key);
          else kept.set(key, record);
        }
        records.push(...body.data);
        cursor = body.meta.cursor;
        if (body.meta.has_more !== true) return records;
      }
    },
  };
}
