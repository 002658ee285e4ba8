import { sql } from 'kysely';
import type { Timestamp } from '../../../core/clock.ts';
import type { Handle, Transaction } from '../../../platform/database/handle.ts';
import { build } from '../../../platform/database/statement.ts';
import { first_lock_s, forgivenADay, lockAfter, longest_lock_s, wrongOfUserADay } from './pin-rules.ts';

/** @throws AppError DUPLICATE on `pin` if another member has it */
export const upsertPin = (
  tx: Transaction,
  { user_id, pin_hash }: { user_id: string; pin_hash: Buffer },
  now: Timestamp,
): Promise<number> =>
  tx.run(
    build
      .insertInto('member_pins')
      .values({ merchant_id: tx.merchant_id, user_id, pin_hash, set_at: now })
      .onConflict((conflict) => conflict.columns(['merchant_id', 'user_id']).doUpdateSet({ pin_hash, set_at: now })),
  );

export const deletePin = (tx: Transaction, user_id: string): Promise<number> =>
  tx.run(build.deleteFrom('member_pins').where('merchant_id', '=', tx.merchant_id).where('user_id', '=', user_id));

/** Deletes this PIN of a former member. @returns whose it was */
export const releaseFormerPin = (tx: Transaction, pin_hash: Buffer): Promise<{ user_id: string } | undefined> =>
  tx.first(sql<{ user_id: string }>`
    delete from member_pins
    where merchant_id = ${tx.merchant_id} and pin_hash = ${pin_hash}::bytea and user_id in (
      select user_id from memberships where merchant_id = ${tx.merchant_id} and deactivated_at is not null)
    returning user_id`);

export const findPin = (db: Handle, user_id: string): Promise<{ set_at: Timestamp } | undefined> =>
  db.first(
    build
      .selectFrom('member_pins')
      .select('set_at')
      .where('merchant_id', '=', db.merchant_id)
      .where('user_id', '=', user_id),
  );

/** The current member with this PIN. Locked, so that a change of the PIN waits and then ends the session. */
export const lockPinHolder = (tx: Transaction, pin_hash: Buffer): Promise<{ user_id: string } | undefined> =>
  tx.first(sql<{ user_id: string }>`
    select p.user_id from member_pins p
    join memberships m on m.merchant_id = p.merchant_id and m.user_id = p.user_id
    where p.merchant_id = ${tx.merchant_id} and p.pin_hash = ${pin_hash}::bytea and m.deactivated_at is null
    for share of p`);

const day_s = 24 * 60 * 60;
const isOlder = (column: string) =>
  sql<boolean>`abs(extract(epoch from excluded.last_at - ${sql.ref(column)})) > ${day_s}::int`;
const dayFailures = sql<number>`case when ${isOlder('f.day_began_at')} then 1 else f.day_failures + 1 end`;
const dayBegan = sql<Date>`case when ${isOlder('f.day_began_at')} then excluded.last_at else f.day_began_at end`;

interface CountedAttempt {
  /** How long the device is locked if this PIN is wrong; 0 if it is not. */
  lock_s: number;
}

/**
 * Counts an attempt at a device before its PIN is checked, if the device is not locked. The first attempts never wait:
 * the later of two concurrent ones may have read the clock before the earlier one wrote. The count ends after a day
 * without an attempt.
 */
export function countAtDevice(tx: Transaction, device_id: string): Promise<CountedAttempt | undefined> {
  const failures = sql<number>`case when ${isOlder('f.last_at')} then 1 else f.failures + 1 end`;
  const lock_s = sql<number>`case when ${failures} < ${lockAfter}::int then 0
    else least(${longest_lock_s}::int, ${first_lock_s}::int * power(2, least(20, ${failures} - ${lockAfter}::int))) end`;
  // The zone is named, since Citus rejects the sum of a column with a time zone and an interval in an update.
  const nextAt = sql<Date>`(excluded.last_at at time zone 'UTC' + make_interval(secs => ${lock_s})) at time zone 'UTC'`;
  return tx.first(sql<CountedAttempt>`
    insert into pin_failures as f (merchant_id, subject_id, failures, day_failures, day_began_at, last_at, next_at)
    values (${tx.merchant_id}, ${device_id}, 1, 1, clock_timestamp(), clock_timestamp(), clock_timestamp())
    on conflict (merchant_id, subject_id) do update set failures = ${failures}, day_failures = ${dayFailures},
      day_began_at = ${dayBegan}, last_at = excluded.last_at, next_at = ${nextAt}
    where f.failures < ${lockAfter}::int or f.next_at <= excluded.last_at or ${isOlder('f.last_at')}
    returning greatest(0, round(extract(epoch from next_at - last_at)))::int as lock_s`);
}

/** Counts an attempt at any device of a user, up to the limit of a day. @returns the count */
export const countAtDevicesOf = (tx: Transaction, user_id: string): Promise<{ day_failures: number } | undefined> =>
  tx.first(sql<{ day_failures: number }>`
    insert into pin_failures as f (merchant_id, subject_id, failures, day_failures, day_began_at, last_at, next_at)
    values (${tx.merchant_id}, ${user_id}, 0, 1, clock_timestamp(), clock_timestamp(), clock_timestamp())
    on conflict (merchant_id, subject_id) do update set day_failures = ${dayFailures}, day_began_at = ${dayBegan},
      last_at = excluded.last_at
    where f.day_failures < ${wrongOfUserADay}::int or ${isOlder('f.day_began_at')}
    returning day_failures`);

/** The seconds until the next attempt at a device, and at all devices of a user. */
export const getWaits = (tx: Transaction, subject_id: string): Promise<{ lock_s: number; day_s: number }> =>
  tx.one(sql<{ lock_s: number; day_s: number }>`
    select greatest(1, ceil(extract(epoch from next_at - clock_timestamp())))::int as lock_s,
      greatest(1, ceil(extract(epoch from day_began_at - clock_timestamp()) + ${day_s}::int))::int as day_s
    from pin_failures where merchant_id = ${tx.merchant_id} and subject_id = ${subject_id}`);

/**
 * After a right PIN: takes its own attempt off the count, and resets the count of the device, unless there were too many
 * wrong ones in 24 hours.
 */
export const resetFailures = (tx: Transaction, subject_id: string): Promise<number> =>
  tx.run(sql`
    update pin_failures set day_failures = greatest(0, day_failures - 1), next_at = last_at,
      failures = case when day_failures <= ${forgivenADay + 1}::int then 0 else greatest(0, failures - 1) end
    where merchant_id = ${tx.merchant_id} and subject_id = ${subject_id}`);

export const deleteOldFailures = (tx: Transaction): Promise<number> =>
  tx.run(sql`
    delete from pin_failures where merchant_id = ${tx.merchant_id} and last_at < now() - interval '2 days'`);
