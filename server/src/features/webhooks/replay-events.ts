import type { OperationContext } from '../../core/actor.ts';
import { AppError, invalidState } from '../../core/errors.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { checkPosition, readRetainedRange } from '../events/retained-events.ts';
import { getEndpoint, lockForChange } from './endpoints.ts';
import * as queries from './queries.ts';

interface Replay {
  id: string;
  after: number;
  deliveries_at_most: number;
  cooldown_s: number;
}

/**
 * Delivers all events of the endpoint's types after a number again.
 * Limited, so that a replay cannot flood another party's address: only to an address that answered a signed message
 * with 2xx, one at a time, with a pause between two, and a maximum of deliveries.
 * @throws AppError FORBIDDEN, NOT_FOUND; INVALID_STATE if the number is no longer kept or not reached, the address is
 * not verified, another replay is running, or it has too many events; RATE_LIMITED if the last replay was too recent
 */
export async function replayEvents(
  tx: Transaction,
  { actor, now }: OperationContext,
  replay: Replay,
): Promise<queries.EndpointRow> {
  const { id, after } = replay;
  await lockForChange(tx, { actor, now }, id);
  checkPosition(BigInt(after), await readRetainedRange(tx), 'after');
  const { url, verified_at } = await getEndpoint(tx, actor, id);
  if (verified_at === null)
    throw invalidState(
      'This address has not answered any message with 2xx yet: send a test first, which shows that it accepts messages',
    );
  await refuseTooSoon(tx, replay, now);
  const start = await queries.findReplayStart(tx, id, { after: BigInt(after), most: replay.deliveries_at_most });
  if (start !== undefined) {
    const message = `must be ${start.sequence} or more: one replay sends ${replay.deliveries_at_most} events at most`;
    throw new AppError('INVALID_STATE', 'These are too many events for one replay', [{ field: 'after', message }], {
      quota: 'replay',
    });
  }
  await queries.rewindEndpoint(tx, id, BigInt(after), now);
  tx.audit({ action: 'webhook.replayed', subject_id: id, after: { url, after }, by: actor, now });
  return getEndpoint(tx, actor, id);
}

async function refuseTooSoon(tx: Transaction, { id, cooldown_s }: Replay, now: string): Promise<void> {
  const { replayed_at, is_under_way } = await queries.findLastReplay(tx, id);
  if (is_under_way) throw invalidState('A replay of this webhook is still under way: wait until nothing is pending');
  const left_s = replayed_at === null ? 0 : Math.ceil(cooldown_s - (Date.parse(now) - Date.parse(replayed_at)) / 1_000);
  if (left_s > 0)
    throw new AppError('RATE_LIMITED', `This webhook was replayed a moment ago; try again in ${left_s} seconds`, [], {
      retry_after_s: left_s,
      quota: 'replay',
    });
}
