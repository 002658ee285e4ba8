import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { canonicalJson } from '../../server/src/core/canonical-json.ts';
import { emptyHead, linkEntry } from '../../server/src/features/journal/chain-rules.ts';
import {
  actOf,
  chain,
  endOf,
  fingerprint,
  heading,
  honest,
  type Link,
  lineOf,
  merchant_id,
  public_key,
  register_id,
  sha256,
} from '../../test/journal-files.ts';
import { JournalFault, verifyJournal } from './verify-journal.ts';

const faultOf = async (lines: readonly string[]): Promise<JournalFault> => {
  try {
    await verifyJournal(lines, fingerprint);
  } catch (error) {
    if (error instanceof JournalFault) return error;
    throw error;
  }
  throw new Error('no fault was found');
};

/** Numbers from 0 up to a bound, the same in every run. */
function createRandom(seed: number) {
  let state = seed;
  return (bound: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

type Change = (entry: ReturnType<typeof JSON.parse>) => void;

const changes: Change[] = [
  (entry) => {
    entry.content.total = '0.01';
  },
  (entry) => {
    entry.content.lines[0].name = 'Coffee';
  },
  (entry) => {
    entry.content.lines[0].quantity += 1;
  },
  (entry) => {
    entry.content.payments[0].method = 'card';
  },
  (entry) => {
    entry.user_id = register_id;
  },
  (entry) => {
    entry.kind = 'refund';
  },
  (entry) => {
    entry.content.note = '';
  },
];

/** Ways to tamper with entry `at`. Each returns the number of the first entry that is wrong. */
const tamperings: Record<string, (lines: string[], at: number, random: (bound: number) => number) => number> = {
  changed(lines, at, random) {
    const line = JSON.parse(lines[at] ?? '');
    (changes[random(changes.length)] as Change)(line.entry);
    lines[at] = canonicalJson(line);
    return at;
  },
  'changed with its hash'(lines, at, random) {
    const line = JSON.parse(lines[at] ?? '');
    (changes[random(changes.length)] as Change)(line.entry);
    line.hash = sha256(canonicalJson(line.entry));
    lines[at] = canonicalJson(line);
    return at;
  },
  'dated again'(lines, at, random) {
    const line = JSON.parse(lines[at] ?? '');
    line.entry.recorded_at = new Date(Date.parse(line.entry.recorded_at) + 1 + random(9e9)).toISOString();
    lines[at] = canonicalJson(line);
    return at;
  },
  removed(lines, at, random) {
    lines.splice(at, 1 + random(61 - at));
    return at;
  },
  doubled(lines, at) {
    lines.splice(at, 0, lines[at] ?? '');
    return at;
  },
  swapped(lines, at, random) {
    const other = at === 60 ? 1 + random(59) : at + 1 + random(60 - at);
    [lines[at], lines[other]] = [lines[other] ?? '', lines[at] ?? ''];
    return Math.min(at, other);
  },
  moved(lines, at, random) {
    const [line = ''] = lines.splice(at, 1);
    const to = at === 60 ? 1 + random(59) : at + 1 + random(60 - at);
    lines.splice(to, 0, line);
    return Math.min(at, to);
  },
  'one character'(lines, at, random) {
    const line = lines[at] ?? '';
    const position = random(line.length);
    const other = line[position] === '7' ? '8' : '7';
    lines[at] = line.slice(0, position) + other + line.slice(position + 1);
    return at;
  },
};

test('accepts an honest file, with and without the fingerprint of its key', async () => {
  for (const key of [fingerprint, undefined]) {
    const { exported_at, hash, ...verified } = await verifyJournal(honest(), key);
    assert.equal(hash.length, 64);
    assert.equal(exported_at, '2026-03-04T00:00:00.000Z');
    assert.deepEqual(verified, {
      merchant_id,
      register_id,
      register_name: 'Counter',
      first: 1,
      last: 60,
      signed_days: 2,
      signed_to: '2026-03-02',
      fingerprint,
    });
  }
});

test('names the first entry that is wrong, for each of 1,000 tamperings', async () => {
  const whole = honest();
  const random = createRandom(20_260_301);
  const names = Object.keys(tamperings);
  for (let count = 0; count < 1_000; count += 1) {
    const name = names[count % names.length] ?? '';
    const lines = [...whole];
    const at = 1 + random(60);
    const first = tamperings[name]?.(lines, at, random) ?? 0;
    const fault = await faultOf(lines);
    // An entry whose own hash was computed again is found by the next one, or by a signature.
    const found = name === 'changed with its hash' ? [first, first + 1, undefined] : [first];
    assert.ok(found.includes(fault.number), `${name} ${at}: ${fault.message}`);
  }
});

test('finds a journal that was written again from an entry on, by the first signature after it', async () => {
  const entries = chain(60);
  const forgedFrom = (number: number) => {
    const kept = entries.slice(0, number - 1);
    return [...kept, ...chain(61 - number, { from: kept.at(-1) ?? emptyHead, content: { total: '0.01' } })];
  };
  const withSignatures = (forged: typeof entries, lines = honest()) => [
    heading,
    ...forged.map(lineOf),
    ...lines.slice(-3),
  ];
  const [early, between, late] = await Promise.all(
    [5, 25, 45].map(async (number) => faultOf(withSignatures(forgedFrom(number)))),
  );
  assert.match(early?.message ?? '', /not the one that was signed on 2026-03-01: it was changed$/);
  assert.match(between?.message ?? '', /signed on 2026-03-02: it was changed after 2026-03-01$/);
  assert.match(late?.message ?? '', /not the one that was signed: it was changed/);
  assert.deepEqual([early?.number, between?.number, late?.line], [20, 40, 64]);

  const { privateKey: other } = generateKeyPairSync('ed25519');
  const resigned = await faultOf(withSignatures(forgedFrom(5), honest(forgedFrom(5), other)));
  assert.match(resigned.message, /the signature of 2026-03-01 is not valid/);
  const { privateKey: own, publicKey: ownPublic } = generateKeyPairSync('ed25519');
  const raw = ownPublic.export({ type: 'spki', format: 'der' }).subarray(-32).toString('hex');
  const ownKey = withSignatures(forgedFrom(5), honest(forgedFrom(5), own)).map((line) => line.replace(public_key, raw));
  assert.match((await faultOf(ownKey)).message, /is signed with the key/);
});

test('finds what was changed around the entries', async () => {
  const whole = honest();
  const edited = (edit: (lines: string[]) => void) => {
    const lines = [...whole];
    edit(lines);
    return faultOf(lines);
  };
  const cases: [RegExp, (lines: string[]) => void][] = [
    [/^line 1: the heading was changed/, (lines) => lines.splice(0, 1, heading.replace('Counter', 'Kounter'))],
    [/^line 1: is not the heading/, (lines) => lines.splice(0, 1)],
    [/^line 1: is not the heading/, (lines) => lines.splice(0, 1, heading.replace('journal-1', 'journal-2'))],
    [/^line 62: a signed day before 2026-03-02 is missing/, (lines) => lines.splice(61, 1)],
    [
      /^line 62: a signed day before 2026-03-02 is missing/,
      (lines) => lines.splice(61, 2, ...lines.slice(61, 63).reverse()),
    ],
    [
      /^line 63: the signature of 2026-03-02 is not valid/,
      (lines) => lines.splice(62, 1, (lines[62] ?? '').replace('"number":40', '"number":41')),
    ],
    [
      /^line 64: the signature of the end is not valid/,
      (lines) => lines.splice(63, 1, (lines[63] ?? '').replace('03-04', '03-05')),
    ],
    [/^line 64: the end is missing/, (lines) => lines.splice(63, 1)],
    [/^line 65: comes after the end/, (lines) => lines.push(lines[1] ?? '')],
    [/^line 62, entry 1: is out of place/, (lines) => lines.splice(61, 0, lines[1] ?? '')],
    [/^line 63, entry 61: is out of place/, (lines) => lines.splice(62, 0, chain(61).at(-1)?.line ?? '')],
    [/^line 2, entry 1: is not written as the service writes it/, (lines) => lines.splice(1, 1, ` ${lines[1]}`)],
    [/^line 2, entry 1: is not written as the service writes it/, (lines) => lines.splice(1, 1, '{}')],
    [
      /^line 2, entry 1: is not written as the service writes it/,
      (lines) => lines.splice(1, 1, '{"entry":null,"hash":""}'),
    ],
  ];
  for (const [message, edit] of cases) assert.match((await edited(edit)).message, message);
});

test('finds an entry of another register, and one that was only added at the end', async () => {
  const other = linkEntry(merchant_id, emptyHead, { ...actOf(1), register_id: merchant_id });
  const line = `{"entry":${other.entry},"hash":"${other.hash}"}`;
  assert.match((await faultOf([heading, line, endOf(other)])).message, /entry 1: belongs to another register/);
  const entries = chain(61);
  const added = [heading, ...entries.map(lineOf), endOf(entries[59] as Link)];
  assert.match((await faultOf(added)).message, /entry 61: is not signed: it was added/);
});

test('accepts an honest file of 100,000 entries', async () => {
  const entries = chain(100_000);
  const lines = [heading, ...entries.map(lineOf), endOf(entries.at(-1) as Link)];
  assert.equal((await verifyJournal(lines, fingerprint)).last, 100_000);
});

test('runs as a command: prints what it found, and ends with 1 for a fault and 2 for wrong arguments', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tillhouse-journal-'));
  after(() => rm(folder, { recursive: true, force: true }));
  const command = fileURLToPath(new URL('verify-journal.ts', import.meta.url));
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, [command, ...args]).then(
      ({ stdout }) => ({ code: 0, text: stdout }),
      ({ code, stderr }) => ({ code, text: stderr }),
    );
  const file = join(folder, 'journal.jsonl');
  await writeFile(file, `${honest().join('\n')}\n`);
  const passed = await run(file, '--key', fingerprint);
  assert.equal(passed.code, 0, passed.text);
  assert.match(
    passed.text,
    /^Counter: entries 1 to 60 are as they were written\.\nDays are signed up to 2026-03-02\.\n/,
  );
  assert.ok(passed.text.includes(fingerprint));
  await writeFile(file, `${honest().toSpliced(7, 1).join('\n')}\n`);
  const failed = await run(file);
  assert.deepEqual([failed.code, failed.text], [1, 'line 8, entry 7: is missing: it was changed, removed or moved\n']);
  assert.equal((await run(join(folder, 'none'))).code, 1);
  for (const args of [[], [file, '--key'], [file, '--quiet', fingerprint]]) assert.equal((await run(...args)).code, 2);
});
