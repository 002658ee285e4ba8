import { sql } from 'kysely';
import type { Transaction } from '../../db/handle.ts';
import type { Timestamp } from '../../kernel/clock.ts';
import type { Movement } from './move-stock.ts';
import type { Level, LevelKey } from './rules.ts';

/** Each array of a list of rows, for `unnest`. */
const column = <Row, Name extends keyof Row>(rows: readonly Row[], name: Name): Row[Name][] => rows.map((row) => row[name]);

export const lockExistingLevels = (tx: Transaction, keys: readonly LevelKey[]): Promise<Level[]> =>
  tx.many(sql<Level>`
    select l.product_id, l.warehouse_id, l.on_hand, l.reserved
    from stock_levels l
    join unnest(${column(keys, 'product_id')}::uuid[], ${column(keys, 'warehouse_id')}::uuid[]) as k (product_id, warehouse_id)
      on (l.product_id, l.warehouse_id) = (k.product_id, k.warehouse_id)
    where l.merchant_id = ${tx.merchant_id}
    order by l.product_id, l.warehouse_id
    for update of l`);

export const insertMissingLevels = (tx: Transaction, keys: readonly LevelKey[], now: Timestamp): Promise<number> =>
  tx.run(sql`
    insert into stock_levels (merchant_id, product_id, warehouse_id, updated_at)
    select ${tx.merchant_id}::uuid, product_id, warehouse_id, ${now}::timestamptz
    from unnest(${column(keys, 'product_id')}::uuid[], ${column(keys, 'warehouse_id')}::uuid[]) as k (product_id, warehouse_id)
    order by product_id, warehouse_id
    on conflict (merchant_id, product_id, warehouse_id) do nothing`);

type Change = LevelKey & { quantity: number; reserve: number };

/** The floor is worked out from what the row held before, so that the constraint judges the change and not itself. */
export const updateLevels = (
  tx: Transaction,
  changes: readonly Change[],
  posting: { now: Timestamp; allow_negative: boolean },
): Promise<number> =>
  tx.run(sql`
    update stock_levels l set
      on_hand = l.on_hand + c.quantity,
      reserved = l.reserved + c.reserve,
      floor = case when ${posting.allow_negative}::boolean
        then least(0, l.on_hand - l.reserved, l.on_hand + c.quantity - l.reserved - c.reserve)
        else least(0, l.on_hand - l.reserved) end,
      updated_at = ${posting.now}::timestamptz
    from unnest(
      ${column(changes, 'product_id')}::uuid[], ${column(changes, 'warehouse_id')}::uuid[],
      ${column(changes, 'quantity')}::int[], ${column(changes, 'reserve')}::int[]
    ) as c (product_id, warehouse_id, quantity, reserve)
    where l.merchant_id = ${tx.merchant_id} and (l.product_id, l.warehouse_id) = (c.product_id, c.warehouse_id)`);

export const insertMovements = (tx: Transaction, movements: readonly Movement[]): Promise<number> =>
  tx.run(sql`
    insert into stock_movements
      (merchant_id, id, product_id, warehouse_id, quantity, balance, type, reason, reference, source_id, user_id, created_at)
    select ${tx.merchant_id}::uuid, * from unnest(
      ${column(movements, 'id')}::uuid[], ${column(movements, 'product_id')}::uuid[], ${column(movements, 'warehouse_id')}::uuid[],
      ${column(movements, 'quantity')}::int[], ${column(movements, 'balance')}::int[], ${column(movements, 'type')}::text[],
      ${column(movements, 'reason')}::text[], ${column(movements, 'reference')}::text[], ${column(movements, 'source_id')}::uuid[],
      ${column(movements, 'user_id')}::uuid[], ${column(movements, 'created_at')}::timestamptz[])`);
