import assert from 'node:assert/strict';
import type pg from 'pg';
import type { OperationContext } from '../server/src/core/actor.ts';
import type { Transaction } from '../server/src/platform/database/handle.ts';
import { anOperationContext, type Shop } from './shop.ts';
import { testServer } from './test-app.ts';
import { until } from './until.ts';

/** Whether a connection to this database waits for a lock, on any node; or so many of them. */
export async function hasLockWait(admin: pg.Pool, atLeast = 1): Promise<boolean> {
  const activity = testServer().workers === undefined ? 'pg_stat_activity' : 'citus_stat_activity';
  const { rowCount } = await admin.query(
    `select from ${activity} where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return (rowCount ?? 0) >= atLeast;
}

/** Waits until a connection to this database waits for a lock, or so many of them. */
export const untilLockWait = (admin: pg.Pool, atLeast = 1): Promise<void> => until(() => hasLockWait(admin, atLeast));

/**
 * Sends a request while a transaction of the owner has acted, but not ended. The request waits for its end.
 * @returns the response
 */
export async function sendBeside<Reply>(
  shop: Shop,
  act: (tx: Transaction, ctx: OperationContext) => Promise<unknown>,
  send: () => Promise<Reply>,
): Promise<Reply> {
  const ctx = await anOperationContext(shop);
  const { sent } = await shop.app.database.transaction(shop.merchant_id, async (tx) => {
    await act(tx, ctx);
    const sent = send();
    const early = await Promise.race([untilLockWait(shop.app.admin), sent]);
    assert.equal(early, undefined, 'the request did not wait');
    return { sent };
  });
  return sent;
}
