import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify from 'fastify';
import type { App } from '../context/app.ts';
import { registerErrors } from '../http/errors.ts';
import { registerFieldCase } from './field-case.ts';
import { registerValidation } from './validation.ts';

const text = (fields: object) => ({ type: 'string', ...fields });
const fields = {
  named: text({ format: 'filled-text', maxLength: 5 }),
  long: text({ format: 'text', minLength: 3 }),
  filled: text({ minLength: 1 }),
  owner: text({ format: 'uuid' }),
  mail: text({ format: 'email' }),
  day: text({ format: 'date' }),
  at: text({ format: 'date-time' }),
  when: text({ format: 'date-or-time' }),
  currency: text({ format: 'currency' }),
  zone: text({ format: 'timezone' }),
  link: text({ format: 'uri' }),
  kind: text({ enum: ['a', 'b'] }),
  code: text({ pattern: '^x$', 'x-sentence': 'must be an x' }),
  plain: text({ pattern: '^x$' }),
  count: { type: 'integer', minimum: 1, maximum: 3 },
  rate: { type: ['number', 'null'] },
  list: { type: 'array', minItems: 1, maxItems: 2, items: text({ format: 'uuid' }) },
  pairs: {
    type: 'array',
    minItems: 2,
    items: { type: 'object', properties: { id: text({ format: 'uuid' }), b: text({}) } },
  },
  inner: {
    type: 'object',
    required: ['a/b'],
    properties: { 'a/b': text({}), 'c~d': text({}), e: { type: 'boolean' } },
  },
};

async function aService() {
  const app = Fastify();
  registerErrors(app as unknown as App);
  registerValidation(app as unknown as App);
  registerFieldCase(app as unknown as App);
  const body = { type: 'object', required: [] as string[], properties: fields };
  app.post('/', { schema: { body } }, async (request) => ({ body: request.body }));
  app.put('/', { schema: { body } }, async (request) => ({ body: request.body }));
  app.post('/needed', { schema: { body: { ...body, required: ['named', 'rate', 'count'] } } }, async (request) => ({
    body: request.body,
  }));
  const querystring = {
    ...{ type: 'object', required: ['needed_one'] },
    properties: {
      ...{
        needed_one: text({}),
        is_low: { type: 'boolean' },
        page: { type: 'integer' },
        owner_id: text({ format: 'uuid' }),
      },
    },
  };
  app.get('/', { schema: { querystring } }, async ({ query }) => ({ query }));
  await app.ready();
  return app;
}
const app = await aService();
const send = async (body: unknown, method: 'POST' | 'PUT' = 'POST', url = '/') => {
  const answer = (await app.inject({ method, url, payload: body as object })).json();
  return (
    answer.error?.details?.map(({ field, message }: Record<string, string>) => `${field} ${message}`) ?? answer.body
  );
};

const id = '01919191-9191-7aaa-8bbb-cccccccccccc';
const wrong: [body: object, ...errors: string[]][] = [
  [{ named: ' ' }, 'named must not be blank'],
  [{ named: 'a\0' }, 'named must be well-formed text without NUL characters'],
  [{ long: 'abc\ud800' }, 'long must be well-formed text without NUL characters'],
  [{ named: 'abcdef' }, 'named must have at most 5 characters'],
  [{ long: 'ab' }, 'long must have at least 3 characters'],
  [{ filled: '' }, 'filled must not be empty'],
  [{ named: 3 }, 'named must be a string'],
  [{ owner: 'x' }, 'owner must be a UUID'],
  [{ mail: 'x' }, 'mail must be an e-mail address'],
  [{ day: '2026-02-30' }, 'day must be an existing date, YYYY-MM-DD'],
  [{ at: '2026-02-03T10:00:00' }, 'at must be an ISO 8601 timestamp with an offset'],
  [{ when: '2026-02-30' }, 'when must be an existing date, YYYY-MM-DD, or an ISO 8601 timestamp'],
  [{ when: '2026-02-03 10:00' }, 'when must be an existing date, YYYY-MM-DD, or an ISO 8601 timestamp'],
  [{ when: '2026-02-03T10:00:00 01:00' }, 'when must be an ISO 8601 timestamp; a + in an address is written as %2B'],
  [{ currency: 'XYZ' }, 'currency must be an ISO 4217 currency code'],
  [{ zone: '+07:00' }, 'zone must be an IANA time zone'],
  [{ link: 'ftp://a.example' }, 'link must be an http or https address'],
  [{ link: 'https://a.example/\n' }, 'link must be an http or https address'],
  [{ link: 'https://' }, 'link must be an http or https address'],
  [{ kind: 'c' }, 'kind must be one of a, b'],
  [{ code: 'y' }, 'code must be an x'],
  [{ plain: 'y' }, 'plain has the wrong form'],
  [{ count: 0 }, 'count must be at least 1'],
  [{ count: 4 }, 'count must be at most 3'],
  [{ count: 1.5 }, 'count must be an integer'],
  [{ rate: 'x' }, 'rate must be a number or null'],
  [{ list: [] }, 'list must not be empty'],
  [{ pairs: [{}] }, 'pairs must have at least 2 entries'],
  [{ list: [id, 'x'] }, 'list[1] must be a UUID'],
  [{ list: ['x', 'x', 'x'] }, 'list must have at most 2 entries'],
  [{ list: ['x', 'x', 'x'], count: 0 }, 'list must have at most 2 entries', 'count must be at least 1'],
  [{ pairs: [{}, { id: 'x' }] }, 'pairs[1].id must be a UUID'],
  [{ inner: {} }, 'inner.a/b is required'],
  [{ inner: { 'a/b': 1, 'c~d': 2 } }, 'inner.a/b must be a string', 'inner.c~d must be a string'],
  [{ inner: [] }, 'inner must be an object'],
];
for (const [body, ...errors] of wrong)
  test(`rejects ${JSON.stringify(body)}`, async () => {
    assert.deepEqual(((await send(body)) as string[]).toSorted(), errors.toSorted());
  });

test('a body of another type is named as a whole, and an absent one lacks each required field', async () => {
  assert.deepEqual(await send([]), ['body must be an object']);
  const required = ['named is required', 'rate is required', 'count is required'];
  assert.deepEqual(await send(undefined, 'POST', '/needed'), required);
  assert.deepEqual(await send(undefined), {});
});

test('accepts each field at its edges', async () => {
  const body = {
    ...{ named: 'abcde', long: 'abc', filled: 'x', owner: id, mail: 'a@b.example', day: '2024-02-29' },
    ...{ at: '2026-02-03T10:00:00+07:00', when: '2026-02-03T10:00:00', currency: 'EUR', zone: 'Asia/Jakarta' },
    ...{ link: 'HTTP://a.example/ä?x#y', kind: 'b', code: 'x', plain: 'x', count: 3, rate: null, list: [id, id] },
    ...{ pairs: [{ id, b: 'x' }, {}], inner: { 'a/b': 'x', e: true } },
  };
  assert.deepEqual(await send(body), body);
  assert.deepEqual(await send({ ...body, when: '2026-02-03', count: 1, rate: 1.5, list: [id] }), {
    ...{ ...body, when: '2026-02-03', count: 1, rate: 1.5, list: [id] },
  });
});

test('null is as good as no field in a new record, unless it has a meaning or the field is required', async () => {
  const nulls = { named: null, rate: null, pairs: [{ b: null }, {}], inner: { 'a/b': 'x', e: null } };
  assert.deepEqual(await send(nulls), { rate: null, pairs: [{}, {}], inner: { 'a/b': 'x' } });
  assert.deepEqual(await send({ named: null, rate: null, count: null }, 'POST', '/needed'), [
    'named must be a string',
    'count must be an integer',
  ]);
  assert.deepEqual(await send({ named: null }, 'PUT'), ['named must be a string']);
});

test('ids are in lower case, wherever they are', async () => {
  const [upper, other] = [id.toUpperCase(), `X${id.toUpperCase()}`];
  assert.deepEqual(await send({ owner: upper, list: [upper], pairs: [{ id: upper, b: other }, {}] }), {
    ...{ owner: id, list: [id], pairs: [{ id, b: other }, {}] },
  });
});

test('a query has numbers and switches as text, in both cases of names, and empty values are none', async () => {
  const query = async (written: string) => {
    const answer = (await app.inject(`/?${written}`)).json();
    return answer.query ?? answer.error.details.map(({ field }: { field: string }) => field);
  };
  for (const [written, is_low] of [
    ['1', true],
    ['0', false],
    ['True', true],
    ['FALSE', false],
  ] as const)
    assert.deepEqual(await query(`needed_one=x&is_low=${written}`), { needed_one: 'x', is_low });
  assert.deepEqual(await query(`neededOne=True&page=2&ownerId=${id.toUpperCase()}`), {
    ...{ needed_one: 'True', page: 2, owner_id: id },
  });
  assert.deepEqual(await query('needed_one=x&page=&is_low='), { needed_one: 'x' });
  assert.deepEqual(await query('needed_one=x&is_low=yes&page=x'), ['is_low', 'page']);
  assert.deepEqual(await query('page=1'), ['needed_one']);
  assert.deepEqual(await query('isLow=1&page=1'), ['neededOne'], 'in the case of the client');
});
