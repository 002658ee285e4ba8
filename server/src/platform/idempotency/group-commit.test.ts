import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../context/services.ts';
import { createGroupCommit } from './group-commit.ts';

/** Sales whose transactions end when the test says so, instead of when a database has committed them. */
function openSales() {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const services = {
    clock: { now: () => '2026-11-20T20:13:00.000Z' },
    telemetry: { batch: (_name: string, _members: unknown, work: () => unknown) => work() },
    database: {
      checkDiskSpace: () => undefined,
      transaction(merchant_id: string) {
        started.push(merchant_id);
        const { promise, resolve } = Promise.withResolvers<unknown>();
        ends.set(merchant_id, () => resolve([{ status: 201, body: '{}' }]));
        return promise;
      },
    },
  };
  const commit = createGroupCommit(services as unknown as Services, {
    name: 'sale',
    weigh: () => 1,
    read: () => assert.fail('the transaction reads nothing'),
    work: () => assert.fail('the transaction does nothing'),
  });
  const reply = {
    code: () => reply,
    header: () => reply,
    type: () => reply,
    serializer: () => reply,
    send: () => undefined,
  };
  return {
    started,
    end: (merchant_id: string) => ends.get(merchant_id)?.(),
    sell: (merchant_id: string) =>
      commit(
        { headers: {}, actor: { merchant: { id: merchant_id } } } as unknown as FastifyRequest,
        reply as unknown as FastifyReply,
        undefined,
      ),
  };
}

test('a transaction does not start at once while two of other merchants run', async () => {
  const { started, sell, end } = openSales();
  const sales = ['a', 'b', 'c'].map(sell);
  // The third one starts after ten milliseconds, and no timer has run yet.
  assert.deepEqual(started, ['a', 'b']);
  end('a');
  await sales[0];
  await setImmediate();
  assert.deepEqual(started, ['a', 'b', 'c']);
  for (const merchant_id of ['b', 'c']) end(merchant_id);
  await Promise.all(sales);
});
