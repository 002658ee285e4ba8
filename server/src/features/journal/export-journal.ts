import { type Actor, can } from '../../core/actor.ts';
import { isWithin } from '../../core/branches.ts';
import { canonicalJson } from '../../core/canonical-json.ts';
import type { Timestamp } from '../../core/clock.ts';
import { forbidden, invalidField, notFound } from '../../core/errors.ts';
import type { Database, Handle } from '../../platform/database/handle.ts';
import { emptyHead, sha256 } from './chain-rules.ts';
import { findSigningKey } from './find-key.ts';
import {
  findEntryHash,
  findJournal,
  findLastRoot,
  type JournalRow,
  listEntries,
  listKeys,
  listRoots,
} from './queries.ts';
import { signJson, toPublicKey } from './signing-rules.ts';

/** The journal of a register in one of the caller's branches. @throws AppError NOT_FOUND */
async function getJournal(db: Handle, { branch_ids }: Actor, register_id: string): Promise<JournalRow> {
  const journal = await findJournal(db, register_id);
  if (journal === undefined || !isWithin(branch_ids, journal.branch_id)) throw notFound('Register');
  return journal;
}

/** The last entry of a journal, the last day that is signed, and the keys. @throws AppError NOT_FOUND */
export async function readJournal(db: Handle, actor: Actor, register_id: string) {
  const journal = await getJournal(db, actor, register_id);
  const root = await findLastRoot(db);
  return { ...journal, signed_to: root?.day ?? null, keys: (await listKeys(db)).map(toPublicKey) };
}

export type JournalState = Awaited<ReturnType<typeof readJournal>>;

interface ExportRequest {
  actor: Actor;
  register_id: string;
  /** The export begins after this number; 0 for the whole journal. */
  after: number;
  /** The service's secret. */
  secret: string;
  now: Timestamp;
}

/** A page is small, so that no request holds much memory. */
const page = { limit: 500, bytes: 512 * 1024 };

/**
 * The lines of a journal as a file: its heading, its entries, the signed days of the merchant, and a signed end. Entries
 * that are added meanwhile are left out. Signed days name the registers of all branches, so users limited to branches
 * get none.
 * @throws AppError NOT_FOUND, FORBIDDEN without the permission to see what a drawer should contain, VALIDATION_ERROR for
 * a number after the last entry
 */
export async function exportJournal(
  database: Database,
  { actor, register_id, after, secret, now }: ExportRequest,
): Promise<AsyncGenerator<string>> {
  const merchant_id = actor.merchant.id;
  const db = database.reader(merchant_id);
  // Before the journal: no signed day then names an entry that is not in the file.
  const last_root = actor.branch_ids === null ? ((await findLastRoot(db))?.number ?? 0) : 0;
  const journal = await getJournal(db, actor, register_id);
  if (!can(actor, 'shifts:expected')) throw forbidden('Your role may not see what a register should contain');
  if (after > journal.number) throw invalidField('after', `is after the last entry, which is ${journal.number}`);
  const previous = after === 0 ? emptyHead.hash : await findEntryHash(db, register_id, after);
  const key = await findSigningKey(database, { merchant_id, secret, now });
  const heading = canonicalJson({
    format: 'tillhouse-journal-1',
    merchant_id,
    merchant_name: journal.merchant_name,
    register_id,
    register_name: journal.register_name,
    after,
    previous,
    keys: (await listKeys(db)).map((one) => ({ number: one.number, public_key: one.public_key })),
  });
  const { number, hash } = journal;
  const end = signJson({ heading: sha256(heading), number, hash, exported_at: now, key: key.number }, key);
  return lines();

  async function* lines(): AsyncGenerator<string> {
    yield `${heading}\n`;
    for await (const entries of pagesOf(after, (last) =>
      listEntries(db, { register_id, after: last, up_to: number }, page),
    ))
      yield entries.map((entry) => `{"entry":${entry.entry},"hash":"${entry.hash}"}\n`).join('');
    for await (const roots of pagesOf(0, (last) => listRoots(db, { after: last, up_to: last_root }, page)))
      yield roots.map(({ root, signature }) => `{"root":${root},"signature":"${signature}"}\n`).join('');
    yield `{"end":${end.text},"signature":"${end.signature}"}\n`;
  }
}

/** Reads rows page by page, in the order of their numbers. */
async function* pagesOf<Row extends { number: number }>(
  after: number,
  readPage: (after: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let last = after; ; ) {
    const rows = await readPage(last);
    const final = rows.at(-1);
    if (final === undefined) return;
    yield rows;
    last = final.number;
  }
}
