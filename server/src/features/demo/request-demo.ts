import type { OperationContext } from '../../core/actor.ts';
import type { Handle, Transaction } from '../../platform/database/handle.ts';
import { findLocation } from '../merchant/find-locations.ts';
import { lockQuota } from '../merchant/lock-quota.ts';
import { planUntil } from './plan-rules.ts';
import { type DemoRow, findContents, insertDemo } from './queries.ts';
import { contentsError, demoJobName } from './rules.ts';

interface Queue {
  send(db: Handle, name: string, order: { merchant_id: string }): Promise<void>;
}

/**
 * Queues the history of a demo shop up to now, to be entered in the background.
 * @throws AppError INVALID_STATE unless the shop is empty
 */
export async function requestDemo(tx: Transaction, { actor, now }: OperationContext, jobs: Queue): Promise<DemoRow> {
  await lockQuota(tx);
  const error = contentsError({ ...(await findContents(tx)) });
  if (error !== undefined) throw error;
  const { timezone } = (await findLocation(tx, actor.branch_id)) ?? actor.merchant;
  const demo = await insertDemo(
    tx,
    { ...planUntil(now, timezone), user_id: actor.user_id, address: actor.address },
    now,
  );
  await jobs.send(tx, demoJobName, { merchant_id: tx.merchant_id });
  return demo;
}
