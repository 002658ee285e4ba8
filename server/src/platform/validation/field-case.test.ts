import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify from 'fastify';
import type { App } from '../context/app.ts';
import { registerErrors } from '../http/errors.ts';
import { type FieldCase, registerFieldCase, toCamelCase, toClientCase, toSnakeCase } from './field-case.ts';
import { registerValidation } from './validation.ts';

const text = { type: 'string' };
const querystring = { type: 'object', properties: { first_day: text, last_day: text, page: text } };

async function aService() {
  const app = Fastify();
  registerErrors(app as unknown as App);
  registerValidation(app as unknown as App);
  registerFieldCase(app as unknown as App);
  app.get('/', { schema: { querystring } }, async (request) => ({
    query: request.query,
    names: ['first_day', 'last_day', 'page', 'other_field'].map((name) => toClientCase(request as never, name)),
  }));
  for (const bodyFieldCase of ['snake_case', 'camelCase'] as const) {
    const of = (name: string) => (bodyFieldCase === 'camelCase' ? toCamelCase(name) : name);
    const body = {
      ...{ type: 'object', required: [of('first_name'), of('last_name')] },
      properties: { [of('first_name')]: text, [of('last_name')]: text },
    };
    app.post(
      `/${bodyFieldCase}`,
      { config: { bodyFieldCase }, schema: { body } } as object,
      async ({ body: sent }) => ({
        sent,
      }),
    );
  }
  await app.ready();
  return app;
}
const app = await aService();
const query = async (written: string) => {
  const answer = (await app.inject(`/?${written}`)).json();
  return answer.error?.details ?? answer;
};
const send = async (fieldCase: FieldCase, payload: object) => {
  const answer = (await app.inject({ method: 'POST', url: `/${fieldCase}`, payload })).json();
  return answer.sent ?? answer.error.details.map(({ field }: { field: string }) => field);
};

test('names are converted word by word', () => {
  assert.deepEqual(['firstDay', 'page', 'aBC', 'first_day'].map(toSnakeCase), [
    'first_day',
    'page',
    'a_b_c',
    'first_day',
  ]);
  assert.deepEqual(['first_day', 'page', 'a_b_c', 'x_1'].map(toCamelCase), ['firstDay', 'page', 'aBC', 'x_1']);
});

test('a parameter may be in both cases, and errors name it as the client did', async () => {
  assert.deepEqual(await query('firstDay=1&last_day=2&page=3'), {
    query: { first_day: '1', last_day: '2', page: '3' },
    names: ['firstDay', 'last_day', 'page', 'other_field'],
  });
  assert.deepEqual((await query('first_day=1')).names, ['first_day', 'last_day', 'page', 'other_field']);
  // What is missing is in the case of what is there.
  assert.deepEqual((await query('firstDay=1')).names, ['firstDay', 'lastDay', 'page', 'other_field']);
});

test('the same value in both cases is one value, and two values are an error', async () => {
  assert.deepEqual((await query('first_day=1&firstDay=1')).query, { first_day: '1' });
  assert.deepEqual((await query('firstDay=1&first_day=1')).names[0], 'first_day', 'the later name');
  assert.deepEqual((await query('first_day=1&firstDay=1')).names[0], 'firstDay', 'the later name');
  assert.deepEqual(await query('first_day=1&firstDay=2'), [
    { field: 'firstDay', message: 'differs from its other spelling, first_day' },
  ]);
  assert.deepEqual(await query('firstDay=1&first_day=2'), [
    { field: 'first_day', message: 'differs from its other spelling, firstDay' },
  ]);
  for (const written of ['first_day=&firstDay=1', 'firstDay=1&first_day=', 'first_day=1&firstDay='])
    assert.deepEqual((await query(written)).query, { first_day: '1' }, written);
});

test('an unknown parameter stays as it is, and cannot change what all objects have', async () => {
  assert.deepEqual((await query('otherField=1&other_field=2&page=3')).query, {
    ...{ otherField: '1', other_field: '2', page: '3' },
  });
  assert.deepEqual((await query('__proto__=1&page=3')).query, { page: '3' });
});

test('a body of a route that says so may be in both cases', async () => {
  for (const sent of [
    { first_name: 'A', last_name: 'B' },
    { firstName: 'A', lastName: 'B' },
    { firstName: 'A', last_name: 'B' },
  ]) {
    assert.deepEqual(await send('snake_case', sent), { first_name: 'A', last_name: 'B' });
    assert.deepEqual(await send('camelCase', sent), { firstName: 'A', lastName: 'B' });
  }
  assert.deepEqual(await send('snake_case', { firstName: 'A', first_name: 'B', last_name: 'C' }), ['first_name']);
});

test('missing fields of a body are named in its case', async () => {
  assert.deepEqual(await send('snake_case', {}), ['first_name', 'last_name']);
  assert.deepEqual(await send('snake_case', { first_name: 'A' }), ['last_name']);
  assert.deepEqual(await send('snake_case', { firstName: 'A' }), ['lastName']);
  assert.deepEqual(await send('snake_case', { lastName: 3 }), ['firstName', 'lastName']);
  assert.deepEqual(await send('snake_case', ['first_name']), ['body']);
});
