#!/usr/bin/env node
/**
 * Checks the exported journal of a register without the service: whether a line was changed, removed, added or moved
 * since it was written. It imports nothing but Node's own modules, so that it can be read and run on its own.
 *
 *     node verify-journal.js journal.jsonl [--key <fingerprint>]
 *
 * The file is JSON Lines. Each entry contains the SHA-256 of the one before; the merchant's Ed25519 key signed the state
 * of all journals at the end of each day, and the end of the file.
 */
import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { createReadStream, realpathSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface VerifiedJournal {
  merchant_id: string;
  register_id: string;
  register_name: string;
  /** The numbers of the first and last entry; `first` is above `last` without entries. */
  first: number;
  last: number;
  /** The hash of the last entry, in hexadecimal. */
  hash: string;
  exported_at: string;
  /** How many signed days the file contains, and the last of them. */
  signed_days: number;
  signed_to: string | null;
  /** The fingerprint of the key that signed the end of the file. */
  fingerprint: string;
}

/** Where a file differs from what was written, and how. */
export class JournalFault extends Error {
  /** The line of the file, from 1. */
  readonly line: number;
  /** The number of the entry, if the fault is in one. */
  readonly number: number | undefined;

  constructor(line: number, message: string, number?: number) {
    super(number === undefined ? `line ${line}: ${message}` : `line ${line}, entry ${number}: ${message}`);
    this.line = line;
    this.number = number;
  }
}

/**
 * Reads a journal line by line.
 * @param fingerprint of the key that must have signed; without it, any key of the file may
 * @throws JournalFault at the first line that is not as it was written
 */
export async function verifyJournal(
  lines: AsyncIterable<string> | Iterable<string>,
  fingerprint?: string,
): Promise<VerifiedJournal> {
  const journal = new JournalReader(fingerprint);
  for await (const line of lines) journal.read(line);
  return journal.finish();
}

interface Heading {
  format: string;
  merchant_id: string;
  register_id: string;
  register_name: string;
  /** The number and hash of the entry before the first. */
  after: number;
  previous: string;
  keys: { number: number; public_key: string }[];
}

interface Entry {
  merchant_id: string;
  register_id: string;
  number: number;
  previous: string;
}

/** The last entries of all journals of the merchant at the end of a day. */
interface SignedDay {
  number: number;
  previous: string;
  day: string;
  registers: { register_id: string; number: number; hash: string }[];
  key: number;
}

interface End {
  /** The hash of the heading. */
  heading: string;
  number: number;
  hash: string;
  exported_at: string;
  key: number;
}

class JournalReader {
  #line = 0;
  #heading: Heading | undefined;
  readonly #keys = new Map<number, PublicKey>();
  /** The last entry. */
  #number = 0;
  #hash = '';
  /** The hashes of the entries, which signed days name, by number. */
  readonly #hashes: string[] = [];
  /** The last signed day. */
  #day = { number: 0, hash: '0'.repeat(64), day: null as string | null };
  #end: End | undefined;
  readonly #fingerprint: string | undefined;

  constructor(fingerprint: string | undefined) {
    this.#fingerprint = fingerprint;
  }

  read(text: string): void {
    this.#line += 1;
    try {
      this.#readLine(text);
    } catch (error) {
      // A line that is no journal's can have anything in the place of a text, number or list.
      throw error instanceof JournalFault ? error : this.#unreadable();
    }
  }

  finish(): VerifiedJournal {
    const heading = this.#heading;
    const end = this.#end;
    if (heading === undefined || end === undefined)
      throw new JournalFault(this.#line + 1, 'the end is missing: lines were removed');
    return {
      merchant_id: heading.merchant_id,
      register_id: heading.register_id,
      register_name: heading.register_name,
      first: heading.after + 1,
      last: this.#number,
      hash: this.#hash,
      exported_at: end.exported_at,
      signed_days: this.#day.number,
      signed_to: this.#day.day,
      fingerprint: this.#keys.get(end.key)?.fingerprint ?? '',
    };
  }

  #readLine(text: string): void {
    if (this.#end !== undefined) throw this.#fault('comes after the end: it was added');
    const line = JSON.parse(text);
    if (canonicalJson(line) !== text) throw this.#unreadable();
    if (this.#heading === undefined) this.#readHeading(line);
    else if (line.entry !== undefined) this.#readEntry(this.#heading, line);
    else if (line.root !== undefined) this.#readDay(this.#heading, line);
    else this.#readEnd(this.#heading, line);
  }

  #readHeading(heading: Heading): void {
    if (heading.format !== 'tillhouse-journal-1') throw this.#fault('is not the heading of a journal');
    this.#number = heading.after;
    this.#hash = heading.previous;
    this.#hashes[heading.after] = heading.previous;
    for (const { number, public_key } of heading.keys) this.#keys.set(number, readKey(public_key));
    this.#heading = heading;
  }

  #readEntry(heading: Heading, { entry, hash }: { entry: Entry; hash: string }): void {
    const expected = this.#number + 1;
    const { number } = entry;
    if (this.#day.number > 0) throw this.#fault('is out of place: it was added or moved', number);
    if (number < expected) throw this.#fault('is out of place: it was added, doubled or moved', number);
    if (number !== expected) throw this.#fault('is missing: it was changed, removed or moved', expected);
    if (sha256(canonicalJson(entry)) !== hash) throw this.#fault('was changed', number);
    if (entry.previous !== this.#hash)
      throw this.#fault('does not follow the entry before it: one of the two was changed', number);
    if (entry.register_id !== heading.register_id || entry.merchant_id !== heading.merchant_id)
      throw this.#fault('belongs to another register', number);
    this.#number = number;
    this.#hash = hash;
    this.#hashes[number] = hash;
  }

  #readDay(heading: Heading, { root, signature }: { root: SignedDay; signature: string }): void {
    const { day, number, previous } = root;
    if (!this.#isSigned(root, signature)) throw this.#fault(`the signature of ${day} is not valid: it was changed`);
    if (number !== this.#day.number + 1 || previous !== this.#day.hash)
      throw this.#fault(`a signed day before ${day} is missing, or was moved`);
    const state = root.registers.find(({ register_id }) => register_id === heading.register_id);
    if (state !== undefined && state.number > this.#number) throw this.#removed(state.number);
    if (state !== undefined && state.number >= heading.after && this.#hashes[state.number] !== state.hash) {
      const since = this.#day.day === null ? '' : ` after ${this.#day.day}`;
      throw this.#fault(`the journal is not the one that was signed on ${day}: it was changed${since}`, state.number);
    }
    this.#day = { number, hash: sha256(canonicalJson(root)), day };
  }

  #readEnd(heading: Heading, { end, signature }: { end: End; signature: string }): void {
    if (!this.#isSigned(end, signature)) throw this.#fault('the signature of the end is not valid: it was changed');
    if (end.heading !== sha256(canonicalJson(heading))) throw new JournalFault(1, 'the heading was changed');
    if (end.number > this.#number) throw this.#removed(end.number);
    if (end.number < this.#number) throw this.#fault('is not signed: it was added', end.number + 1);
    if (end.hash !== this.#hash) throw this.#fault('the journal is not the one that was signed: it was changed');
    this.#end = end;
  }

  #isSigned(value: { key: number }, signature: string): boolean {
    const key = this.#keys.get(value.key);
    if (key === undefined) return false;
    if (this.#fingerprint !== undefined && this.#fingerprint !== key.fingerprint)
      throw this.#fault(`is signed with the key ${key.fingerprint}, not ${this.#fingerprint}`);
    return verify(null, Buffer.from(canonicalJson(value)), key.key, Buffer.from(signature, 'hex'));
  }

  #removed(last: number): JournalFault {
    return this.#fault(`is missing: the journal was signed up to entry ${last}`, this.#number + 1);
  }

  /** Before the signed days, such a line was an entry. */
  #unreadable(): JournalFault {
    const isEntry = this.#heading !== undefined && this.#day.number === 0;
    return this.#fault(
      'is not written as the service writes it: it was changed',
      isEntry ? this.#number + 1 : undefined,
    );
  }

  #fault(message: string, number?: number): JournalFault {
    return new JournalFault(this.#line, message, number);
  }
}

/** JSON in the one form of RFC 8785: sorted names, no white space. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`).join(',')}}`;
}

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');

interface PublicKey {
  key: KeyObject;
  /** The first 16 bytes of the SHA-256 of the key, in hexadecimal. */
  fingerprint: string;
}

function readKey(public_key: string): PublicKey {
  const raw = Buffer.from(public_key, 'hex');
  const key = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') },
    format: 'jwk',
  });
  return { key, fingerprint: sha256(raw).slice(0, 32) };
}

async function main([file, option, fingerprint]: string[]): Promise<void> {
  if (file === undefined || (option !== undefined && (option !== '--key' || fingerprint === undefined))) {
    console.error('usage: verify-journal <file> [--key <fingerprint>]');
    process.exitCode = 2;
    return;
  }
  try {
    const lines = createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });
    const { register_name, first, last, signed_to, fingerprint: key } = await verifyJournal(lines, fingerprint);
    const entries = first > last ? 'no entries' : `entries ${first} to ${last}`;
    console.log(`${register_name}: ${entries} are as they were written.`);
    console.log(signed_to === null ? 'The file contains no signed day.' : `Days are signed up to ${signed_to}.`);
    console.log(`Signed with the key ${key}. Compare it with the one that you were given.`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

const isCommand = process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url);
if (isCommand) await main(process.argv.slice(2));
