import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countTurns } from '../../../../test/loop-turns.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const app = await createTestApp();

test('of requests that arrive in one turn of the event loop, eight are answered before the loop turns', async () => {
  const loop = countTurns();
  const url = '/api/v1/auth/invitations/preview';
  const turns = await Promise.all(
    Array.from({ length: 120 }, async () => {
      const { statusCode } = await app.fastify.inject({ method: 'POST', url, payload: {} });
      assert.equal(statusCode, 422);
      return loop.current();
    }),
  );
  loop.stop();
  const perTurn = [...Map.groupBy(turns, (one) => one).values()].map(({ length }) => length);
  assert.equal(Math.max(...perTurn), 8, perTurn.join());
});
