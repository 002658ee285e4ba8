import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { canonicalJson } from '../server/src/core/canonical-json.ts';
import { emptyHead, linkEntry } from '../server/src/features/journal/chain-rules.ts';

/* Journals as the service exports them, written and signed here. */

export const merchant_id = '01a21aa4-0000-7000-8000-000000000001';
export const register_id = '01a21aa4-0000-7000-8000-000000000002';
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
export const public_key = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('hex');
export const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');
export const fingerprint = sha256(Buffer.from(public_key, 'hex')).slice(0, 32);

const signed = (name: string, value: object, key: KeyObject = privateKey) => {
  const text = canonicalJson(value);
  return `{"${name}":${text},"signature":"${sign(null, Buffer.from(text), key).toString('hex')}"}`;
};

export interface Link {
  number: number;
  hash: string;
}

export const actOf = (number: number) => ({
  register_id,
  kind: 'sale' as const,
  subject_id: `01a21aa4-0000-7000-8000-${String(number).padStart(12, '0')}`,
  user_id: merchant_id,
  recorded_at: new Date(Date.UTC(2026, 2, 1, 9, 0, number)).toISOString(),
  content: {
    total: `${number}.50`,
    lines: [{ line_no: 1, name: `Tea “${number}”`, quantity: 1 + (number % 3), total: `${number}.50` }],
    payments: [{ method: 'cash', amount: `${number}.50` }],
  },
});

/** Entries after another one, as the service writes them. */
export function chain(count: number, { from = emptyHead, content = {} }: { from?: Link; content?: object } = {}) {
  const entries: { line: string; number: number; hash: string }[] = [];
  let head = from;
  for (let index = 0; index < count; index += 1) {
    const act = actOf(head.number + 1);
    const { entry, number, hash } = linkEntry(merchant_id, head, { ...act, content: { ...act.content, ...content } });
    entries.push({ line: `{"entry":${entry},"hash":"${hash}"}`, number, hash });
    head = { number, hash };
  }
  return entries;
}

export const heading = canonicalJson({
  format: 'tillhouse-journal-1',
  merchant_id,
  merchant_name: 'Shop',
  register_id,
  register_name: 'Counter',
  after: 0,
  previous: emptyHead.hash,
  keys: [{ number: 1, public_key }],
});

export const endOf = ({ number, hash }: Link, key?: KeyObject) =>
  signed('end', { heading: sha256(heading), number, hash, exported_at: '2026-03-04T00:00:00.000Z', key: 1 }, key);

/** A day that ended with this entry. */
const dayOf = (number: number, day: string, { last, previous }: { last: Link; previous: string }, key?: KeyObject) => {
  const registers = [{ register_id, number: last.number, hash: last.hash }];
  const root = { merchant_id, number, previous, day, registers, signed_at: `${day}T23:00:00.000Z`, key: 1 };
  return { line: signed('root', root, key), hash: sha256(canonicalJson(root)) };
};

export const lineOf = ({ line }: { line: string }) => line;

/** An honest file: its first day ended with entry 20, the second with entry 40 of 60. */
export function honest(entries = chain(60), key?: KeyObject) {
  const at = (number: number) => entries[number - 1] as Link;
  const first = dayOf(1, '2026-03-01', { last: at(20), previous: emptyHead.hash }, key);
  const second = dayOf(2, '2026-03-02', { last: at(40), previous: first.hash }, key);
  return [heading, ...entries.map(lineOf), first.line, second.line, endOf(at(60), key)];
}
