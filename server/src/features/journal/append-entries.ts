import type { Handle, Transaction } from '../../platform/database/handle.ts';
import { type JournalAct, type JournalEntry, type JournalHead, linkEntry } from './chain-rules.ts';
import { insertEntries, insertHead, lockHeads, updateHeads } from './queries.ts';

/** The heads of the journals that a transaction appends to, by register. */
export type JournalHeads = ReadonlyMap<string, JournalHead>;

/** Begins the journal of a new register. */
export const beginJournal = insertHead;

/**
 * Locks the journals of these registers until the transaction ends. Registers are locked in order, after stock,
 * customers and shifts, and before the roll-ups.
 */
export const lockJournals = async (db: Handle, register_ids: readonly string[]): Promise<JournalHeads> =>
  new Map(
    register_ids.length === 0
      ? []
      : (await lockHeads(db, register_ids)).map(({ register_id, number, hash }) => [register_id, { number, hash }]),
  );

/** Queues acts as the next entries of their locked journals, in order. Call it once in a transaction. */
export function appendEntries(tx: Transaction, heads: JournalHeads, acts: readonly JournalAct[]): void {
  if (acts.length === 0) return;
  const current = new Map(heads);
  const entries = acts.map((act): JournalEntry => {
    const head = current.get(act.register_id);
    if (head === undefined) throw new Error('a journal is locked before an entry is added');
    const entry = linkEntry(tx.merchant_id, head, act);
    current.set(act.register_id, entry);
    return entry;
  });
  insertEntries(tx, entries);
  const changed = new Set(acts.map(({ register_id }) => register_id));
  updateHeads(
    tx,
    [...changed].map((register_id) => ({ register_id, ...(current.get(register_id) as JournalHead) })),
  );
}

/** Locks the journal of one register, and queues acts as its next entries. */
export async function recordActs(tx: Transaction, acts: readonly JournalAct[]): Promise<void> {
  const registers = [...new Set(acts.map(({ register_id }) => register_id))];
  appendEntries(tx, await lockJournals(tx, registers), acts);
}
