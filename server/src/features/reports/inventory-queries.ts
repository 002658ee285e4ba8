import { type RawBuilder, sql } from 'kysely';
import type { Handle } from '../../db/handle.ts';
import { inBranches } from '../../db/statement.ts';
import type { Branches } from '../../kernel/branches.ts';

/** Units and what they are worth, in minor units. */
export interface Worth {
  units: bigint;
  at_cost: bigint;
  at_price: bigint;
}

/** As PostgreSQL adds it up: what lies in a shop may be worth more than fits a bigint. */
interface WorthInText {
  units: bigint;
  at_cost: string;
  at_price: string;
}

const readWorth = <Row extends WorthInText>({ at_cost, at_price, ...row }: Row) => ({
  ...row,
  at_cost: BigInt(at_cost),
  at_price: BigInt(at_price),
});

const worthOf = (quantity: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  coalesce(sum(${quantity}), 0)::bigint as units,
  coalesce(sum(${quantity}::numeric * p.cost), 0)::text as at_cost,
  coalesce(sum(${quantity}::numeric * p.price), 0)::text as at_price`;

/** Each living product and variant, as `p`, with what there is of it in the warehouses in scope; of certain branches, what they have a level of. */
const skus = (db: Handle, branches: Branches): RawBuilder<unknown> => sql`(
  select p.id, p.sku, p.price, p.cost, p.min_stock, p.track_stock, c.name as category,
    case when p.parent_id is null then p.name else parent.name || ' - ' || p.name end as name,
    coalesce(l.stock, 0) as stock, coalesce(l.available, 0) as available
  from products p
  left join products parent on parent.merchant_id = p.merchant_id and parent.id = p.parent_id
  left join categories c on c.merchant_id = p.merchant_id and c.id = coalesce(p.category_id, parent.category_id)
  left join (
    select l.product_id, sum(l.on_hand) as stock, sum(l.on_hand - l.reserved) as available
    from stock_levels l join warehouses w on w.merchant_id = l.merchant_id and w.id = l.warehouse_id
    where l.merchant_id = ${db.merchant_id} and ${inBranches('w.branch_id', branches)}
    group by l.product_id
  ) l on l.product_id = p.id
  where p.merchant_id = ${db.merchant_id} and p.deleted_at is null and (${branches}::uuid[] is null or l.product_id is not null)
) p`;

/** The same measure as that of a level, of all warehouses in scope together. */
const isLow = sql<boolean>`(p.track_stock and p.min_stock is not null and p.available <= p.min_stock)`;
const isOut = sql<boolean>`(p.track_stock and p.available <= 0)`;

export interface CategoryWorth extends Worth {
  /** `null` for what is in no category. */
  category: string | null;
}

export interface StockTotals extends Worth {
  products: bigint;
  low: bigint;
  out: bigint;
}

type Sum = WorthInText & Pick<StockTotals, 'products' | 'low' | 'out'> & { category: string | null; is_total: boolean };

/** What there is altogether, and for each category: the most valuable first. */
export async function sumStock(
  db: Handle,
  branches: Branches,
  limit: number,
): Promise<{ totals: StockTotals; by_category: CategoryWorth[] }> {
  const rows = await db.many(sql<Sum>`
    select p.category, grouping(p.category) = 1 as is_total, ${worthOf(sql`p.stock`)},
      count(p.id) as products, count(*) filter (where ${isLow}) as low, count(*) filter (where ${isOut}) as out
    from ${skus(db, branches)}
    group by grouping sets ((), (p.category))
    order by is_total desc, sum(p.stock::numeric * p.price) desc, p.category
    limit ${limit + 1}`);
  const [total, ...categories] = rows.map(readWorth);
  if (total === undefined) throw new Error('a sum over nothing is a row too');
  const { category: _, is_total: __, ...totals } = total;
  return { totals, by_category: categories.map(({ category, units, at_cost, at_price }) => ({ category, units, at_cost, at_price })) };
}

export interface WarehouseWorth extends Worth {
  warehouse_id: string;
  warehouse_name: string;
}

/** Every warehouse in scope, empty ones too. */
export async function listWarehouseWorths(db: Handle, branches: Branches, limit: number): Promise<WarehouseWorth[]> {
  const rows = await db.many(sql<WorthInText & { warehouse_id: string; warehouse_name: string }>`
    select w.id as warehouse_id, w.name as warehouse_name, ${worthOf(sql`p.on_hand`)}
    from warehouses w
    left join (
      select l.merchant_id, l.warehouse_id, l.on_hand, p.cost, p.price
      from stock_levels l join products p on p.merchant_id = l.merchant_id and p.id = l.product_id
      where l.merchant_id = ${db.merchant_id} and p.deleted_at is null
    ) p on p.merchant_id = w.merchant_id and p.warehouse_id = w.id
    where w.merchant_id = ${db.merchant_id} and ${inBranches('w.branch_id', branches)}
    group by w.id, w.name
    order by w.name, w.id
    limit ${limit}`);
  return rows.map(readWorth);
}

export interface ShortRow {
  product_id: string;
  sku: string;
  name: string;
  stock: bigint;
  available: bigint;
  min_stock: number | null;
}

const listShort = (db: Handle, branches: Branches, { which, limit }: { which: RawBuilder<boolean>; limit: number }) =>
  db.many(sql<ShortRow>`
    select p.id as product_id, p.sku, p.name, p.stock::bigint as stock, p.available::bigint as available, p.min_stock
    from ${skus(db, branches)}
    where ${which}
    order by p.available - coalesce(p.min_stock, 0), p.name, p.id
    limit ${limit}`);

/** What lacks most comes first. */
export const listLowStock = (db: Handle, branches: Branches, limit: number): Promise<ShortRow[]> =>
  listShort(db, branches, { which: isLow, limit });

export const listOutOfStock = (db: Handle, branches: Branches, limit: number): Promise<ShortRow[]> =>
  listShort(db, branches, { which: isOut, limit });
