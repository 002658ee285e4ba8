import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestApp } from '../../../../test/test-app.ts';

const app = await createTestApp();

test('of requests that arrive in one turn of the event loop, fifty are answered before the loop turns', async () => {
  let turn = 0;
  let isCounting = true;
  const count = () => {
    turn += 1;
    if (isCounting) setImmediate(count);
  };
  setImmediate(count);
  const url = '/api/v1/auth/invitations/preview';
  const turns = await Promise.all(
    Array.from({ length: 120 }, async () => {
      const { statusCode } = await app.fastify.inject({ method: 'POST', url, payload: {} });
      assert.equal(statusCode, 422);
      return turn;
    }),
  );
  isCounting = false;
  const perTurn = [...Map.groupBy(turns, (one) => one).values()].map(({ length }) => length);
  assert.ok(Math.max(...perTurn) <= 50, perTurn.join());
});
