import { sql } from 'kysely';
import type { Day } from '../../core/calendar.ts';
import type { Timestamp } from '../../core/clock.ts';
import type { Handle, Transaction } from '../../platform/database/handle.ts';
import { column, rowsWithText, whileBelow } from '../../platform/database/statement.ts';
import type { EntryKind, JournalEntry, JournalHead } from './chain-rules.ts';
import type { StoredKey } from './signing-rules.ts';

export const insertHead = (tx: Transaction, register_id: string, now: Timestamp): Promise<number> =>
  tx.run(sql`
    insert into journal_heads (merchant_id, register_id, began_at) values (${tx.merchant_id}, ${register_id}, ${now})`);

interface HeadOfRegister extends JournalHead {
  register_id: string;
}

export const lockHeads = (db: Handle, register_ids: readonly string[]): Promise<HeadOfRegister[]> =>
  db.many(sql<HeadOfRegister>`
    select register_id, number, encode(hash, 'hex') as hash from journal_heads
    where merchant_id = ${db.merchant_id} and register_id = any(${[...register_ids]}::uuid[])
    order by register_id for no key update`);

export const updateHeads = (tx: Transaction, heads: readonly HeadOfRegister[]): void =>
  tx.queueWrite(
    'journal_heads',
    sql`
    update journal_heads h set number = n.number, hash = decode(n.hash, 'hex')
    from unnest(${column(heads, 'register_id')}::uuid[], ${column(heads, 'number')}::int[], ${column(heads, 'hash')}::text[]) as n (register_id, number, hash)
    where h.merchant_id = ${tx.merchant_id} and h.register_id = n.register_id`,
  );

export const insertEntries = (tx: Transaction, entries: readonly JournalEntry[]): void =>
  tx.queueWrite(
    'journal_entries',
    sql`
    insert into journal_entries (merchant_id, register_id, number, kind, subject_id, entry, hash, recorded_at)
    select ${tx.merchant_id}::uuid, register_id, number, kind, subject_id, entry, decode(hash, 'hex'), recorded_at
    from unnest(
      ${column(entries, 'register_id')}::uuid[], ${column(entries, 'number')}::int[], ${column(entries, 'kind')}::text[],
      ${column(entries, 'subject_id')}::uuid[], ${column(entries, 'entry')}::text[], ${column(entries, 'hash')}::text[],
      ${column(entries, 'recorded_at')}::timestamptz[]
    ) as e (register_id, number, kind, subject_id, entry, hash, recorded_at)`,
  );

/** Does nothing if the merchant has a key with this number. */
export const insertKey = (tx: Transaction, key: StoredKey, now: Timestamp): Promise<number> =>
  tx.run(sql`
    insert into journal_keys (merchant_id, number, public_key, sealed_private_key, created_at)
    values (${tx.merchant_id}, ${key.number}, decode(${key.public_key}, 'hex'), ${key.sealed_private_key}, ${now})
    on conflict (merchant_id, number) do nothing`);

/** The keys of the merchant, oldest first. */
export const listKeys = (db: Handle): Promise<StoredKey[]> =>
  db.many(sql<StoredKey>`
    select number, encode(public_key, 'hex') as public_key, sealed_private_key from journal_keys
    where merchant_id = ${db.merchant_id} order by number`);

/** A register and the last entry of its journal. */
export interface JournalRow extends HeadOfRegister {
  register_name: string;
  branch_id: string;
  merchant_name: string;
  recorded_at: Timestamp | null;
}

export const findJournal = (db: Handle, register_id: string): Promise<JournalRow | undefined> =>
  db.first(sql<JournalRow>`
    select h.register_id, h.number, encode(h.hash, 'hex') as hash, r.name as register_name, r.branch_id, m.name as merchant_name, e.recorded_at
    from journal_heads h
    join registers r on r.merchant_id = h.merchant_id and r.id = h.register_id
    join merchants m on m.id = h.merchant_id
    left join journal_entries e on e.merchant_id = h.merchant_id and e.register_id = h.register_id and e.number = h.number
    where h.merchant_id = ${db.merchant_id} and h.register_id = ${register_id}`);

interface EntryText {
  number: number;
  entry: string;
  hash: string;
}

/** The hash of an entry; undefined if there is none with this number. */
export const findEntryHash = async (db: Handle, register_id: string, number: number): Promise<string | undefined> =>
  (
    await db.first(sql<{ hash: string }>`
      select encode(hash, 'hex') as hash from journal_entries
      where merchant_id = ${db.merchant_id} and register_id = ${register_id} and number = ${number}`)
  )?.hash;

interface NumberRange {
  after: number;
  /** The last number. */
  up_to: number;
}

/** The next entries of a journal: up to this number of them, and no further one after this number of bytes. */
export async function listEntries(
  db: Handle,
  { register_id, after, up_to }: NumberRange & { register_id: string },
  { limit, bytes }: { limit: number; bytes: number },
): Promise<EntryText[]> {
  const found = await db.many(sql<Omit<EntryText, 'entry'> & { entry: string | null }>`
    select number, encode(hash, 'hex') as hash, ${whileBelow(bytes, sql`entry`, sql`number`)} as entry from journal_entries
    where merchant_id = ${db.merchant_id} and register_id = ${register_id} and number > ${after} and number <= ${up_to}
    order by number limit ${limit}`);
  return rowsWithText(found, 'entry');
}

/** The act of a receipt or closure in the journal: its register's next number, and its hash. */
export const findEntryOf = (
  db: Handle,
  subject_id: string,
  kind: EntryKind,
): Promise<{ number: number; hash: string } | undefined> =>
  db.first(sql<{ number: number; hash: string }>`
    select number, encode(hash, 'hex') as hash from journal_entries
    where merchant_id = ${db.merchant_id} and subject_id = ${subject_id} and kind = ${kind}`);

export interface RootRow {
  number: number;
  day: Day;
  root: string;
  hash: string;
  key_number: number;
  signature: string;
}

const rootColumns = sql`number, day, root, encode(hash, 'hex') as hash, key_number, encode(signature, 'hex') as signature`;

export const findLastRoot = (db: Handle): Promise<RootRow | undefined> =>
  db.first(sql<RootRow>`
    select ${rootColumns} from journal_roots where merchant_id = ${db.merchant_id} order by number desc limit 1`);

/** The next roots of the merchant, oldest first. */
export async function listRoots(
  db: Handle,
  { after, up_to }: NumberRange,
  { limit, bytes }: { limit: number; bytes: number },
): Promise<RootRow[]> {
  const found = await db.many(sql<Omit<RootRow, 'root'> & { root: string | null }>`
    select number, day, encode(hash, 'hex') as hash, key_number, encode(signature, 'hex') as signature,
      ${whileBelow(bytes, sql`root`, sql`number`)} as root
    from journal_roots where merchant_id = ${db.merchant_id} and number > ${after} and number <= ${up_to}
    order by number limit ${limit}`);
  return rowsWithText(found, 'root');
}

/** Does nothing if the day has a root. @returns whether it was inserted */
export const insertRoot = async (tx: Transaction, root: RootRow, now: Timestamp): Promise<boolean> =>
  (await tx.run(sql`
    insert into journal_roots (merchant_id, number, day, root, hash, key_number, signature, created_at)
    values (${tx.merchant_id}, ${root.number}, ${root.day}, ${root.root}, decode(${root.hash}, 'hex'), ${root.key_number},
      decode(${root.signature}, 'hex'), ${now})
    on conflict do nothing`)) > 0;

/** The last entry before a time of each register whose journal has one. */
export const listHeadsBefore = (db: Handle, before: Timestamp): Promise<HeadOfRegister[]> =>
  db.many(sql<HeadOfRegister>`
    select h.register_id, e.number, encode(e.hash, 'hex') as hash
    from journal_heads h
    cross join lateral (
      select e.number, e.hash from journal_entries e
      where e.merchant_id = h.merchant_id and e.register_id = h.register_id and e.recorded_at < ${before}
      order by e.number desc limit 1
    ) e
    where h.merchant_id = ${db.merchant_id}
    order by h.register_id`);
