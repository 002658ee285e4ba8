import { dayOf, daysBefore, startOfDay } from '../../core/calendar.ts';
import { canonicalJson } from '../../core/canonical-json.ts';
import type { Database } from '../../platform/database/handle.ts';
import { getMerchant } from '../merchant/queries.ts';
import { emptyHead, sha256 } from './chain-rules.ts';
import { findSigningKey, type Signing } from './find-key.ts';
import { findLastRoot, insertRoot, listHeadsBefore } from './queries.ts';
import { signJson } from './signing-rules.ts';

/**
 * Signs the state of all journals of a merchant at the end of yesterday, in the merchant's time zone. A day without new
 * entries is not signed: the next signed day includes it. Idempotent.
 * @returns whether a day was signed
 */
export async function signDay(database: Database, signing: Signing): Promise<boolean> {
  const { merchant_id, now } = signing;
  const db = database.reader(merchant_id);
  const { timezone } = await getMerchant(db);
  const today = dayOf(now, timezone);
  const day = daysBefore(today, 1);
  const last = await findLastRoot(db);
  if (last !== undefined && last.day >= day) return false;
  const registers = await listHeadsBefore(db, startOfDay(today, timezone));
  if (registers.length === 0 || isSigned(registers, last?.root)) return false;
  const key = await findSigningKey(database, signing);
  const number = (last?.number ?? 0) + 1;
  const root = {
    merchant_id,
    number,
    previous: last?.hash ?? emptyHead.hash,
    day,
    registers,
    signed_at: now,
    key: key.number,
  };
  const { text, signature } = signJson(root, key);
  const row = { number, day, root: text, hash: sha256(text), key_number: key.number, signature };
  return database.transaction(merchant_id, (tx) => insertRoot(tx, row, now));
}

/** Whether a root already states these last entries. */
const isSigned = (registers: readonly object[], root: string | undefined): boolean =>
  root !== undefined && canonicalJson(registers) === canonicalJson(JSON.parse(root).registers);
