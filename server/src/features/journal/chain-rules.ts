import { createHash } from 'node:crypto';
import { currencyDigits, type Minor } from '@tillhouse/core/money';
import { canonicalJson } from '../../core/canonical-json.ts';
import type { Timestamp } from '../../core/clock.ts';
import { decimalText } from '../../platform/files/cells.ts';

export const entryKinds = [
  'shift_opened',
  'sale',
  'refund',
  'void',
  'cash_movement',
  'cash_movement_void',
  'closure',
  'correction',
] as const;
export type EntryKind = (typeof entryKinds)[number];

/** A registered act of a register. */
export interface JournalAct {
  register_id: string;
  kind: EntryKind;
  /** The sale, refund, movement, shift, closure or correction. */
  subject_id: string;
  user_id: string;
  recorded_at: Timestamp;
  /** What is registered, as JSON. Amounts are decimals as text, so that every reader writes them the same way. */
  content: object;
}

/** The last entry of a register's journal. */
export interface JournalHead {
  number: number;
  /** In hexadecimal. */
  hash: string;
}

/** An act as stored in the journal: numbered, and linked to the entry before. */
export interface JournalEntry
  extends JournalHead,
    Pick<JournalAct, 'register_id' | 'kind' | 'subject_id' | 'recorded_at'> {
  /** Canonical JSON (RFC 8785). Its SHA-256 is the hash. */
  entry: string;
}

/** The head of a journal without entries. */
export const emptyHead: JournalHead = { number: 0, hash: '0'.repeat(64) };

/** Writes the amounts of an entry. */
export const moneyIn =
  (currency: string) =>
  (amount: Minor): string =>
    decimalText(amount, currencyDigits(currency));

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The entry that follows the head of its register's journal. */
export function linkEntry(merchant_id: string, head: JournalHead, act: JournalAct): JournalEntry {
  const { register_id, kind, subject_id, user_id, recorded_at, content } = act;
  const number = head.number + 1;
  const entry = canonicalJson({
    merchant_id,
    register_id,
    number,
    previous: head.hash,
    kind,
    subject_id,
    user_id,
    recorded_at,
    content,
  });
  return { register_id, number, kind, subject_id, recorded_at, entry, hash: sha256(entry) };
}
