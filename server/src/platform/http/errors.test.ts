import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify from 'fastify';
import type { App } from '../context/app.ts';
import { registerErrors } from './errors.ts';

const app = Fastify();
registerErrors(app as unknown as App);
app.get<{ Querystring: { status: number } }>('/', async ({ query }) => {
  throw Object.assign(new Error('of the framework'), { statusCode: Number(query.status) });
});

test('an error of the framework is the client’s only if its status says so', async () => {
  const expected: [status: number, answered: number, code: string][] = [
    [399, 500, 'INTERNAL_ERROR'],
    [400, 400, 'MALFORMED_REQUEST'],
    [404, 404, 'NOT_FOUND'],
    [499, 400, 'MALFORMED_REQUEST'],
    [500, 500, 'INTERNAL_ERROR'],
    [503, 503, 'UNAVAILABLE'],
  ];
  for (const [status, answered, code] of expected) {
    const answer = await app.inject(`/?status=${status}`);
    assert.deepEqual([answer.statusCode, answer.json().error.code], [answered, code], String(status));
    assert.doesNotMatch(answer.body, /of the framework/);
  }
});
