import { sql } from 'kysely';
import type { Day } from '../../core/calendar.ts';
import type { Timestamp } from '../../core/clock.ts';
import type { Handle, Transaction } from '../../platform/database/handle.ts';
import type { Plan } from './plan-rules.ts';
import type { DemoState } from './rules.ts';

/** The progress of a demo shop. */
export interface DemoRow extends Plan {
  user_id: string;
  address: string;
  state: DemoState;
  /** The day to enter next. */
  next_day: Day;
  sales: number;
  error: string | null;
  created_at: Timestamp;
  finished_at: Timestamp | null;
}

const columns = sql`user_id, address, state, timezone, first_day, last_day, next_day, until, sales, error, created_at, finished_at`;

export const findDemo = (db: Handle): Promise<DemoRow | undefined> =>
  db.first(sql<DemoRow>`select ${columns} from demo_loads where merchant_id = ${db.merchant_id}`);

/** Locks the row, so that no other run enters a day of this shop until the transaction ends. */
export const lockDemo = (tx: Transaction): Promise<DemoRow | undefined> =>
  tx.first(sql<DemoRow>`select ${columns} from demo_loads where merchant_id = ${tx.merchant_id} for update`);

export const insertDemo = (
  tx: Transaction,
  demo: Pick<DemoRow, 'user_id' | 'address'> & Plan,
  now: Timestamp,
): Promise<DemoRow> =>
  tx.one(sql<DemoRow>`
    insert into demo_loads (merchant_id, user_id, address, state, timezone, first_day, last_day, next_day, until, created_at)
    values (${tx.merchant_id}, ${demo.user_id}, ${demo.address}, 'queued', ${demo.timezone}, ${demo.first_day}, ${demo.last_day},
      ${demo.first_day}, ${demo.until}, ${now})
    returning ${columns}`);

/** @param days the number of days, counted back from the last one */
export const beginDemo = (db: Handle, days: number): Promise<number> =>
  db.run(sql`
    update demo_loads set state = 'running', error = null,
      first_day = case when next_day = first_day then greatest(first_day, last_day - (${days}::int - 1)) else first_day end,
      next_day = case when next_day = first_day then greatest(first_day, last_day - (${days}::int - 1)) else next_day end
    where merchant_id = ${db.merchant_id} and state <> 'ready'`);

interface Entered {
  next_day: Day;
  sales: number;
}

/** Stores that a day is entered. After the last one the shop is ready. */
export const advanceDemo = (tx: Transaction, { next_day, sales }: Entered, now: Timestamp): Promise<number> =>
  tx.run(sql`
    update demo_loads set next_day = ${next_day}::date, sales = sales + ${sales}::int,
      state = case when ${next_day}::date > last_day then 'ready' else 'running' end,
      finished_at = case when ${next_day}::date > last_day then ${now}::timestamptz end
    where merchant_id = ${tx.merchant_id}`);

export const failDemo = (db: Handle, error: string): Promise<number> =>
  db.run(
    sql`update demo_loads set state = 'failed', error = ${error} where merchant_id = ${db.merchant_id} and state <> 'ready'`,
  );

/** The kinds of records that the shop has. */
export interface Contents {
  products: boolean;
  customers: boolean;
  transactions: boolean;
  webhooks: boolean;
  demo: boolean;
}

export const findContents = (db: Handle): Promise<Contents> =>
  db.one(sql<Contents>`
    select exists (select from products where merchant_id = ${db.merchant_id} and deleted_at is null) as products,
      exists (select from customers where merchant_id = ${db.merchant_id} and deleted_at is null) as customers,
      exists (select from sales where merchant_id = ${db.merchant_id}) as transactions,
      exists (select from webhook_endpoints where merchant_id = ${db.merchant_id}) as webhooks,
      exists (select from demo_loads where merchant_id = ${db.merchant_id}) as demo`);
