import { sql } from 'kysely';
import type { Timestamp } from '../../core/clock.ts';
import type { Handle, Transaction } from '../../platform/database/handle.ts';
import { build, column } from '../../platform/database/statement.ts';
import type { Level, LevelKey, Movement, NamedLevel } from './rules.ts';

/** A variant's name includes that of its product. */
export const fullName = sql<string>`case when p.parent_id is null then p.name else parent.name || ' - ' || p.name end`;

// Looks up each level by its key, in order, even if the planner has no statistics about a new merchant.
// Includes the names for events, which saves another statement. The time is text, as in a batch of statements.
export const lockExistingLevels = (tx: Handle, keys: readonly LevelKey[]): Promise<NamedLevel[]> =>
  tx.many(sql<NamedLevel>`
    select found.*
    from (
      select product_id, warehouse_id
      from unnest(${column(keys, 'product_id')}::uuid[], ${column(keys, 'warehouse_id')}::uuid[]) as k (product_id, warehouse_id)
      order by product_id, warehouse_id
    ) wanted
    cross join lateral (
      select l.product_id, l.warehouse_id, l.on_hand, l.reserved, p.sku, p.min_stock, p.track_stock, w.name as warehouse_name, w.branch_id,
        ${fullName} as product_name, to_char(l.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as moved_at
      from stock_levels l
      join products p on p.merchant_id = l.merchant_id and p.id = l.product_id
      join warehouses w on w.merchant_id = l.merchant_id and w.id = l.warehouse_id
      left join products parent on parent.merchant_id = p.merchant_id and parent.id = p.parent_id
      where l.merchant_id = ${tx.merchant_id} and l.product_id = wanted.product_id and l.warehouse_id = wanted.warehouse_id
      for update of l
    ) found`);

/** The present levels, not locked. */
export const findLevels = (db: Handle, keys: readonly LevelKey[]): Promise<Level[]> =>
  db.many(sql<Level>`
    select l.product_id, l.warehouse_id, l.on_hand, l.reserved
    from unnest(${column(keys, 'product_id')}::uuid[], ${column(keys, 'warehouse_id')}::uuid[]) as k (product_id, warehouse_id)
    join stock_levels l on l.merchant_id = ${db.merchant_id} and l.product_id = k.product_id and l.warehouse_id = k.warehouse_id`);

const reorderPoint = sql<number | null>`case when p.track_stock and p.deleted_at is null then p.min_stock end`;

// A concurrent change of a product would not see the new level, so that its reorder point would be out of date: the
// products are locked first.
export const insertMissingLevels = (tx: Handle, keys: readonly LevelKey[], now: Timestamp): Promise<number> =>
  tx.run(sql`
    with p as (
      select p.id, ${reorderPoint} as reorder_point from products p
      where p.merchant_id = ${tx.merchant_id} and p.id = any(${column(keys, 'product_id')}::uuid[])
      order by p.id for share
    )
    insert into stock_levels (merchant_id, product_id, warehouse_id, reorder_point, updated_at)
    select ${tx.merchant_id}::uuid, k.product_id, k.warehouse_id, p.reorder_point, ${now}::timestamptz
    from unnest(${column(keys, 'product_id')}::uuid[], ${column(keys, 'warehouse_id')}::uuid[]) as k (product_id, warehouse_id)
    join p on p.id = k.product_id
    order by k.product_id, k.warehouse_id
    on conflict (merchant_id, product_id, warehouse_id) do nothing`);

/** The levels of these products, not locked. */
export const listLevelKeys = (db: Handle, product_ids: readonly string[]): Promise<LevelKey[]> =>
  db.many(sql<LevelKey>`
    select product_id, warehouse_id from stock_levels
    where merchant_id = ${db.merchant_id} and product_id = any(${[...product_ids]}::uuid[])`);

/** Locks the levels of these products, in order, and gives them the reorder points that the products have now. */
export const updateReorderPoints = (tx: Handle, product_ids: readonly string[]): Promise<number> =>
  tx.run(sql`
    with locked as (
      select product_id, warehouse_id from stock_levels
      where merchant_id = ${tx.merchant_id} and product_id = any(${[...product_ids]}::uuid[])
      order by product_id, warehouse_id for update
    )
    update stock_levels l set reorder_point = ${reorderPoint}
    from locked, products p
    where l.merchant_id = ${tx.merchant_id} and (l.product_id, l.warehouse_id) = (locked.product_id, locked.warehouse_id)
      and p.merchant_id = ${tx.merchant_id} and p.id = l.product_id and l.reorder_point is distinct from ${reorderPoint}`);

type Change = LevelKey & { quantity: number; reserve: number; now: Timestamp };

/**
 * A constraint keeps the available quantity at its floor or above. Without negative stock the floor is calculated from
 * the row's previous value, so that the constraint checks the change only.
 */
export const updateLevels = (tx: Transaction, changes: readonly Change[], allow_negative: boolean): void =>
  tx.queueWrite(
    'stock_levels',
    sql`
    update stock_levels l set
      on_hand = l.on_hand + c.quantity,
      reserved = l.reserved + c.reserve,
      floor = case when ${allow_negative}::boolean
        then least(0, l.on_hand + c.quantity - l.reserved - c.reserve)
        else least(0, l.on_hand - l.reserved) end,
      updated_at = c.now
    from unnest(
      ${column(changes, 'product_id')}::uuid[], ${column(changes, 'warehouse_id')}::uuid[],
      ${column(changes, 'quantity')}::int[], ${column(changes, 'reserve')}::int[], ${column(changes, 'now')}::timestamptz[]
    ) as c (product_id, warehouse_id, quantity, reserve, now)
    where l.merchant_id = ${tx.merchant_id} and l.product_id = any(${column(changes, 'product_id')}::uuid[])
      and (l.product_id, l.warehouse_id) = (c.product_id, c.warehouse_id)`,
  );

export const insertMovements = (tx: Transaction, movements: readonly Movement[]): void =>
  tx.queueWrite(
    'stock_movements',
    sql`
    insert into stock_movements
      (merchant_id, id, product_id, warehouse_id, quantity, balance, type, reason, reference, source_id, user_id, created_at)
    select ${tx.merchant_id}::uuid, * from unnest(
      ${column(movements, 'id')}::uuid[], ${column(movements, 'product_id')}::uuid[], ${column(movements, 'warehouse_id')}::uuid[],
      ${column(movements, 'quantity')}::int[], ${column(movements, 'balance')}::int[], ${column(movements, 'type')}::text[],
      ${column(movements, 'reason')}::text[], ${column(movements, 'reference')}::text[], ${column(movements, 'source_id')}::uuid[],
      ${column(movements, 'user_id')}::uuid[], ${column(movements, 'created_at')}::timestamptz[])`,
  );

/** The fields of a product or variant that matter for its stock. */
export interface Stockable {
  id: string;
  track_stock: boolean;
  cost: bigint;
}

export const findStockable = (db: Handle, product_id: string): Promise<Stockable | undefined> =>
  db.first(
    build
      .selectFrom('products')
      .select(['id', 'track_stock', 'cost'])
      .where('merchant_id', '=', db.merchant_id)
      .where('id', '=', product_id)
      .where('deleted_at', 'is', null),
  );

export const findWarehouse = (
  db: Handle,
  warehouse_id: string,
): Promise<{ id: string; branch_id: string } | undefined> =>
  db.first(
    build
      .selectFrom('warehouses')
      .select(['id', 'branch_id'])
      .where('merchant_id', '=', db.merchant_id)
      .where('id', '=', warehouse_id),
  );

export const listWarehousesAmong = (
  db: Handle,
  ids: readonly string[],
): Promise<{ id: string; name: string; branch_id: string }[]> =>
  db.many(sql<{ id: string; name: string; branch_id: string }>`
    select id, name, branch_id from warehouses where merchant_id = ${db.merchant_id} and id = any(${[...ids]}::uuid[])`);

/** The stock in all warehouses together, and the quantity available in one of them. */
export const listStocks = (
  db: Handle,
  product_ids: readonly string[],
  warehouse_id: string,
): Promise<{ product_id: string; on_hand: bigint; available: bigint }[]> =>
  db.many(sql<{ product_id: string; on_hand: bigint; available: bigint }>`
    select l.product_id, sum(l.on_hand) as on_hand,
      coalesce(sum(l.on_hand - l.reserved) filter (where l.warehouse_id = ${warehouse_id}), 0) as available
    from stock_levels l
    where l.merchant_id = ${db.merchant_id} and l.product_id = any(${[...product_ids]}::uuid[])
    group by l.product_id`);

export type MovementWithoutReason = Pick<Movement, 'id' | 'product_id' | 'created_at'>;

export const clearReasons = (tx: Transaction, source_ids: readonly string[]): Promise<MovementWithoutReason[]> =>
  tx.many(sql<MovementWithoutReason>`
    update stock_movements set reason = null
    where merchant_id = ${tx.merchant_id} and source_id = any(${[...source_ids]}::uuid[]) and reason is not null
    returning id, product_id, created_at`);
