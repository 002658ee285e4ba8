import { type RawBuilder, sql } from 'kysely';
import type { Branches } from '../../core/branches.ts';
import type { TimeRange } from '../../core/time-range.ts';
import type { Handle } from '../../platform/database/handle.ts';
import { allOf, build } from '../../platform/database/statement.ts';
import { listPage, type Page, type Paging, readSort, type SortKey } from '../../platform/http/paging.ts';
import { fullName } from './queries.ts';
import type { Movement, MovementType, NamedLevel, ShownLevel } from './rules.ts';

const available = sql<number>`(l.on_hand - l.reserved)`;
/** Kept with the level: at its product’s reorder point or below. */
const isLow = sql<boolean>`l.is_low`;

/** Also those of deleted products, none of which is low. */
const levelsInWarehouses = (db: Handle) =>
  build
    .selectFrom('stock_levels as l')
    .innerJoin('warehouses as w', (join) =>
      join.onRef('w.merchant_id', '=', 'l.merchant_id').onRef('w.id', '=', 'l.warehouse_id'),
    )
    .where('l.merchant_id', '=', db.merchant_id);

const levels = (db: Handle) =>
  levelsInWarehouses(db)
    .innerJoin('products as p', (join) =>
      join.onRef('p.merchant_id', '=', 'l.merchant_id').onRef('p.id', '=', 'l.product_id'),
    )
    .where('p.deleted_at', 'is', null);

const shownLevels = (db: Handle) =>
  levels(db)
    .leftJoin('products as parent', (join) =>
      join.onRef('parent.merchant_id', '=', 'p.merchant_id').onRef('parent.id', '=', 'p.parent_id'),
    )
    .select([
      'l.product_id',
      'l.warehouse_id',
      'l.on_hand as stock',
      'l.reserved',
      available.as('available'),
      'p.sku',
      'p.min_stock',
      'w.name as warehouse_name',
      'w.branch_id',
      fullName.as('product_name'),
      isLow.as('low_stock'),
    ]);

interface OfProduct {
  product_id?: string;
  /** Also the variants of this product. */
  with_variants?: boolean;
}

export interface LevelFilter extends OfProduct {
  warehouse_id?: string;
  branch_id?: string;
  low_stock?: boolean;
}

export interface LevelQuery extends LevelFilter {
  /** Field names, comma-separated, a minus before one reverses it; default: by product. */
  sort?: string;
}

/**
 * The sort fields of levels: only those with an index, so that a page costs the same for any number of levels. On hand
 * and available have none, because each sale would have to write it.
 */
const levelSortKeys = {
  product_name: { column: sql.ref('root.sort_name'), type: 'text' },
  sku: { column: sql.ref('p.sku'), type: 'text' },
  product_id: { column: sql.ref('l.product_id'), type: 'uuid' },
} as const;

/** A product, then its variants by name. */
const nameKeys = (descending: boolean): SortKey[] => [
  { name: 'product_name', ...levelSortKeys.product_name, descending },
  { name: 'root_id', column: sql.ref('root.id'), type: 'uuid', descending },
  {
    name: 'variant_name',
    column: sql`case when p.parent_id is null then '' else p.sort_name end`,
    type: 'text',
    descending,
  },
];

/** The order, and how many of its first columns are in one index. */
function levelOrderOf(sort: string | undefined): { order: SortKey[]; indexed: number | undefined } {
  const read = readSort(sort, levelSortKeys, 'product_id', 'product_id');
  const order = read.flatMap((key) => (key.name === 'product_name' ? nameKeys(key.descending) : key));
  order.push({
    name: 'warehouse_id',
    column: sql.ref('l.warehouse_id'),
    type: 'uuid',
    descending: order.at(-1)?.descending === true,
  });
  const first = order[0]?.name;
  return { order, indexed: first === 'product_id' ? undefined : first === 'product_name' ? 2 : 1 };
}

/** Joins the product of a level or of its variant. The query starts there, in the order of an index. */
const withRoots = (rows: ReturnType<typeof shownLevels>) =>
  rows.innerJoin('products as root', (join) =>
    join
      .onRef('root.merchant_id', '=', 'l.merchant_id')
      .on('root.parent_id', 'is', null)
      .on('root.deleted_at', 'is', null)
      .on(sql<boolean>`(p.id = root.id or p.parent_id = root.id)`),
  );

function ofProduct(
  db: Handle,
  column: RawBuilder<unknown>,
  { product_id, with_variants = false }: OfProduct,
): RawBuilder<boolean> | undefined {
  if (product_id === undefined) return undefined;
  return with_variants
    ? sql<boolean>`${column} = any(array(
        select v.id from products v
        where v.merchant_id = ${db.merchant_id} and (v.id = ${product_id} or v.parent_id = ${product_id})))`
    : sql<boolean>`${column} = ${product_id}`;
}

export function listLevels(db: Handle, filter: LevelQuery, paging: Paging): Promise<Page<ShownLevel>> {
  const { order, indexed } = levelOrderOf(filter.sort);
  const wanted = allOf([
    ofProduct(db, sql.ref('l.product_id'), filter),
    filter.warehouse_id === undefined ? undefined : sql<boolean>`l.warehouse_id = ${filter.warehouse_id}`,
    filter.branch_id === undefined ? undefined : sql<boolean>`w.branch_id = ${filter.branch_id}`,
    filter.low_stock === true ? isLow : undefined,
  ]);
  const counted = filter.low_stock === true ? levelsInWarehouses(db) : levels(db);
  const count = counted.select(sql<bigint>`count(*)`.as('total')).where(wanted);
  const rows = shownLevels(db).where(wanted);
  const isByName = order.some(({ name }) => name === 'product_name');
  return listPage(db, isByName ? withRoots(rows) : rows, {
    count,
    order,
    indexed,
    paging,
    about: ['stock', 'product', 'warehouse', 'branch'],
  });
}

/** A movement with the names that the ledger shows; deleted records keep their names there. */
export type MovementRow = Omit<Movement, 'source_id' | 'user_id'> &
  Pick<NamedLevel, 'sku' | 'product_name' | 'warehouse_name'> & { user_id: string | null; user_name: string | null };

export interface MovementFilter extends OfProduct {
  warehouse_id?: string;
  type?: MovementType;
  range: TimeRange;
  /** Movements in the warehouses of these branches. */
  branches: Branches;
}

const newestFirst: SortKey[] = [
  { name: 'created_at', column: sql.ref('m.created_at'), type: 'timestamptz', descending: true },
  { name: 'id', column: sql.ref('m.id'), type: 'uuid', descending: true },
];

export function listMovements(db: Handle, filter: MovementFilter, paging: Paging): Promise<Page<MovementRow>> {
  const { from, before } = filter.range;
  const movements = build
    .selectFrom('stock_movements as m')
    .where('m.merchant_id', '=', db.merchant_id)
    .where(
      allOf([
        ofProduct(db, sql.ref('m.product_id'), filter),
        filter.warehouse_id === undefined ? undefined : sql<boolean>`m.warehouse_id = ${filter.warehouse_id}`,
        filter.type === undefined ? undefined : sql<boolean>`m.type = ${filter.type}`,
        from === null ? undefined : sql<boolean>`m.created_at >= ${from}::timestamptz`,
        before === null ? undefined : sql<boolean>`m.created_at < ${before}::timestamptz`,
        filter.branches === null
          ? undefined
          : sql<boolean>`m.warehouse_id in (
              select id from warehouses where merchant_id = ${db.merchant_id} and branch_id = any(${[...filter.branches]}::uuid[]))`,
      ]),
    );
  const rows = movements
    .innerJoin('products as p', (join) =>
      join.onRef('p.merchant_id', '=', 'm.merchant_id').onRef('p.id', '=', 'm.product_id'),
    )
    .innerJoin('warehouses as w', (join) =>
      join.onRef('w.merchant_id', '=', 'm.merchant_id').onRef('w.id', '=', 'm.warehouse_id'),
    )
    .leftJoin('products as parent', (join) =>
      join.onRef('parent.merchant_id', '=', 'p.merchant_id').onRef('parent.id', '=', 'p.parent_id'),
    )
    .leftJoin('users as u', 'u.id', 'm.user_id')
    .select(['p.sku', fullName.as('product_name'), 'w.name as warehouse_name', 'u.name as user_name'])
    .select([
      'm.id',
      'm.product_id',
      'm.warehouse_id',
      'm.quantity',
      'm.balance',
      'm.reason',
      'm.reference',
      'm.user_id',
      'm.created_at',
    ])
    .select(sql<MovementType>`m.type`.as('type'));
  return listPage(db, rows, {
    count: movements.select(sql<bigint>`count(*)`.as('total')),
    order: newestFirst,
    paging,
    about: ['stock', 'warehouse'],
  });
}
