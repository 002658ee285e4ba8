import { newId } from '../../server/src/core/ids.ts';
import type { Random } from '../random.ts';
import { hostileTexts } from './hostile.ts';
import { type Json, pathsIn, Raw, replaceAt } from './json.ts';
import { type Draft, type Request, requestOf } from './requests.ts';

const deep = (depth: number) => new Raw('['.repeat(depth) + ']'.repeat(depth));

/** Replacements for a value. */
const wrongValues: readonly (() => Json)[] = [
  () => undefined,
  () => null,
  () => true,
  () => '5',
  () => '',
  () => ' ',
  () => [],
  () => ({}),
  () => [null],
  () => 0,
  () => -1,
  () => 0.1 + 0.2,
  () => 1e15,
  () => 2 ** 53 + 2,
  () => new Raw('-0'),
  () => new Raw('1e308'),
  () => new Raw('1e999'),
  () => new Raw('1e-400'),
  () => new Raw('NaN'),
  () => new Raw('01'),
  () => new Raw('9'.repeat(400)),
  () => new Raw('"half \\ud800 a character"'),
  () => new Raw('"\\u0000"'),
  () => new Raw('{"__proto__":{"role":"owner"}}'),
  () => new Raw('{"constructor":{"prototype":{"role":"owner"}}}'),
  () => deep(15),
  () => deep(200),
  () => 'x'.repeat(5_000),
  () => 'é'.repeat(100_000),
  () => newId(),
  () => '2026-02-30',
  () => '2026-12-31T23:59:60Z',
  () => '0000-00-00',
  () => '+999999-01-01T00:00:00Z',
  () => '00000000-0000-0000-0000-000000000000',
];

const readOnly: readonly Record<string, Json>[] = [
  { merchant_id: newId() },
  { user_id: newId(), cashier_id: newId() },
  { role: 'owner', is_admin: true },
  { created_at: '2000-01-01T00:00:00.000Z', deleted_at: null },
  { total_amount: 0, total: 0, tax: 0, cost: 0, change: 5 },
  { points: 1_000_000, balance: 5, on_hand: 5 },
  { toString: 1, hasOwnProperty: 1, valueOf: null },
];

/** Bodies that every operation rejects. */
const wrongBodies: readonly Json[] = [
  null,
  [],
  'text',
  7,
  new Raw('{"a":1,"a":2}'),
  new Raw('{"__proto__":{"role":"owner"}}'),
  new Raw(' '),
  new Raw(`{${Array.from({ length: 10_000 }, (_, at) => `"u${at}":1`).join(',')}}`),
];

const breakBody = (draft: Draft, random: Random): Draft => {
  const { body } = draft;
  const paths = pathsIn(body);
  const turn = random.below(10);
  if (turn === 0 || body === undefined) return { ...draft, body: random.oneOf(wrongBodies) };
  if (turn === 1 && typeof body === 'object' && body !== null && !(body instanceof Raw) && !Array.isArray(body))
    return { ...draft, body: { ...body, ...random.oneOf(readOnly) } };
  if (paths.length === 0) return { ...draft, body: random.oneOf(wrongBodies) };
  const path = random.oneOf(paths);
  if (turn === 2) {
    // Writes the field twice. The last one applies.
    const name = JSON.stringify(String(path.at(-1)));
    const parent = path.slice(0, -1);
    return {
      ...draft,
      body: replaceAt(body, parent, (present) =>
        present instanceof Raw || Array.isArray(present) || typeof present !== 'object' || present === null
          ? present
          : new Raw(`{${name}:null,${JSON.stringify(present).slice(1)}`),
      ),
    };
  }
  if (turn === 3) return { ...draft, body: replaceAt(body, path, () => random.oneOf(hostileTexts)) };
  // Only the end of the text is wrong, so it passes more checks.
  if (turn === 4)
    return { ...draft, body: replaceAt(body, path, (present) => (typeof present === 'string' ? `${present}\0` : -1)) };
  return { ...draft, body: replaceAt(body, path, () => random.oneOf(wrongValues)()) };
};

/** Texts for paths and queries, already encoded, some of them wrongly. */
const wrongWords: readonly string[] = [
  '',
  '0',
  '-1',
  '1e3',
  '1.5',
  'NaN',
  'null',
  'true',
  '99999999999999999999',
  '%00',
  '%FF',
  '%zz',
  '%',
  '%C0%AF',
  '..',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '%2F',
  '%252F',
  '%ED%A0%80',
  '%E2%80%AE',
  "'%20or%201=1--",
  '%0d%0aSet-Cookie:a=b',
  'x'.repeat(5_000),
  '00000000-0000-0000-0000-000000000000',
  '__proto__',
  'name,name,-name',
  '-',
  ',,,',
  '2026-02-30',
  '2026-13-01',
  '0000-00-00',
  '9999-12-31T23:59:59.999Z',
  'eyJhIjoxfQ',
  'W10',
];

function breakQuery(draft: Draft, random: Random): Draft {
  const names = draft.operation.fields.filter((field) => field.in === 'query').map(({ name }) => name);
  const name = names.length > 0 ? random.oneOf(names) : 'unknown';
  const word = random.oneOf(wrongWords);
  const others = draft.query.map(([key, value]): [string, string] => [key, encodeURIComponent(value.toWellFormed())]);
  switch (random.below(6)) {
    case 0:
      return { ...draft, query: [...others, [name, word], [name, '1']] };
    case 1:
      return { ...draft, query: [...others, [`${name}[]`, word], [`${name}[a]`, '1']] };
    case 2:
      return {
        ...draft,
        query: [...others, [random.oneOf(['__proto__', '__proto__[a]', 'constructor', 'toString', '%00']), word]],
      };
    default:
      return { ...draft, query: [...others.filter(([key]) => key !== name), [name, word]] };
  }
}

function breakPath(draft: Draft, random: Random): Draft {
  const names = Object.keys(draft.path);
  const query = draft.query.map(([key, value]): [string, string] => [key, encodeURIComponent(value.toWellFormed())]);
  return { ...draft, query, path: { ...draft.path, [random.oneOf(names)]: random.oneOf(wrongWords) } };
}

const wrongHeaders: Record<string, readonly string[]> = {
  authorization: [
    '',
    'Bearer',
    'Bearer a.b.c',
    'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.',
    'Basic eDp5',
    'Bearer  x',
    `Bearer ${'a'.repeat(9_000)}`,
  ],
  'x-merchant-id': ['', 'mine', newId(), "' or 1=1", '../..', 'null', `${newId()}, ${newId()}`],
  'idempotency-key': ['', ' ', 'x'.repeat(256), '\x01', 'é', "';--", 'a, b'],
  prefer: ['return=representation, return=minimal', 'return', '=', 'x'.repeat(4_000)],
  'content-type': [
    '',
    'text/plain',
    'application/json; charset=utf-16',
    'application/json garbage',
    ' application/json',
    'application/JSON',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'application/xml',
    'a/b/c',
    '\tapplication/json',
  ],
  'x-forwarded-for': ['1.2.3.4', "'", '::1, 127.0.0.1'],
  host: ['evil.example', '', 'a b', '127.0.0.1:99999', '<script>'],
  'accept-encoding': ['gzip;q=0', '*', 'br;q=x'],
  accept: ['application/xml', '*/*;q=0', 'x'],
  'last-event-id': ['-1', 'x', '9'.repeat(40)],
  'if-none-match': ['*', '"'],
  range: ['bytes=0-1', 'bytes=-9999999999999', 'x'],
  expect: ['100-continue', 'x'],
  'x-request-id': ['\u00e9', 'x'.repeat(4_000)],
  'content-encoding': ['gzip', 'br'],
  'x-http-method-override': ['DELETE'],
};

function breakHeader(draft: Draft, random: Random): Draft {
  // In half of the cases a header of authentication, because it matters to every route.
  const name = random.oneOf(random.below(2) === 0 ? ['authorization', 'x-merchant-id'] : Object.keys(wrongHeaders));
  const { [name]: _, ...others } = draft.headers;
  if (random.below(5) === 0) return { ...draft, headers: others };
  return { ...draft, headers: { ...others, [name]: random.oneOf(wrongHeaders[name] ?? ['']) } };
}

/** The request with one wrong part. */
export function wrongRequest(draft: Draft, random: Random): Request {
  const variants = [
    () => requestOf(breakHeader(draft, random)),
    () => requestOf(breakQuery(draft, random), { isEncoded: true }),
    ...(Object.keys(draft.path).length > 0 ? [() => requestOf(breakPath(draft, random), { isEncoded: true })] : []),
    ...(draft.operation.body?.media === 'json'
      ? Array.from({ length: 5 }, () => () => requestOf(breakBody(draft, random)))
      : []),
  ];
  return random.oneOf(variants)();
}
