import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Handle } from '../../platform/database/handle.ts';
import { build, type InText, inBranches, sortName } from '../../platform/database/statement.ts';
import { containing, listPage, type Page, type Paging, readSort, type SortKey } from '../../platform/http/paging.ts';
import { type Figures, readFigures, type Scope } from './rules.ts';

/** Reports of the roll-ups by another key than the day. */

/** The rows of a roll-up in scope, as `t`, found branch by branch by the primary key. */
const inScope = (
  db: Handle,
  table: 'sales_rollups' | 'sales_rollups_by_product',
  scope: Scope,
): RawBuilder<unknown> => sql`
  branches b join ${sql.table(table)} t on t.merchant_id = b.merchant_id and t.branch_id = b.id
    and t.merchant_id = ${db.merchant_id}::uuid
    and t.day between ${scope.start_date}::date and ${scope.end_date}::date
    and b.merchant_id = ${db.merchant_id}::uuid
    and ${inBranches('b.id', scope.branches)}`;

/**
 * The figures of each product with sales or refunds. A last row, without a product, is the rest of the report: custom
 * items, and refunds of an amount without items. With it, the rows add up to the sales report.
 */
const products = (db: Handle, scope: Scope): RawBuilder<unknown> => sql`
  select product_id, sum(items_sold) as items_sold, sum(gross) as gross, sum(discounts) as discounts, sum(refunds) as refunds,
    sum(tax) as tax, sum(cost) as cost
  from (
    select t.product_id, t.quantity as items_sold, t.revenue + t.discounts + t.refunds as gross, t.discounts, t.refunds, t.tax, t.cost
    from ${inScope(db, 'sales_rollups_by_product', scope)}
    union all
    select null, -t.quantity, -(t.revenue + t.discounts + t.refunds), -t.discounts, -t.refunds, -t.tax, -t.cost
    from ${inScope(db, 'sales_rollups_by_product', scope)}
    union all
    select null, t.items_sold, t.gross, t.discounts, t.refunds, t.tax, t.cost from ${inScope(db, 'sales_rollups', scope)}
  ) sums
  group by product_id
  having (sum(items_sold), sum(gross), sum(discounts), sum(refunds), sum(tax), sum(cost)) <> (0, 0, 0, 0, 0, 0)`;

const figuresInText = sql`
  f.items_sold::text as items_sold, f.gross::text as gross, f.discounts::text as discounts, f.refunds::text as refunds,
  f.tax::text as tax, f.cost::text as cost`;

const isOfMerchant = (db: Handle) => sql<boolean>`p.merchant_id = ${db.merchant_id}::uuid`;

export type RowFigures = Omit<Figures, 'sales'>;

export interface ProductRow extends RowFigures {
  /** `null` for custom items and refunds of an amount; so are name and SKU. */
  product_id: string | null;
  name: string | null;
  sku: string | null;
}

const no_id = '00000000-0000-0000-0000-000000000000';
const total = sql`(f.gross - f.discounts - f.refunds)`;
const profit = sql`(${total} - f.tax - f.cost)`;

/** The fields by which the list of products can be ordered. */
const sortKeys: Record<string, Pick<SortKey, 'column' | 'type'>> = {
  revenue: { column: sql`${total}::bigint`, type: 'bigint' },
  quantity: { column: sql`f.items_sold::bigint`, type: 'bigint' },
  name: { column: sql`coalesce(${sortName('f.name')}, '')`, type: 'text' },
  gross_profit: { column: sql`${profit}::bigint`, type: 'bigint' },
  // In parts per million. Products without a margin come before those with the lowest one.
  margin: {
    column: sql`case when ${total} - f.tax > 0 then round(${profit} * 1000000 / (${total} - f.tax))::bigint else -9000000000000000000 end`,
    type: 'bigint',
  },
  id: { column: sql`coalesce(f.product_id, ${no_id}::uuid)`, type: 'uuid' },
};

interface ProductList {
  search: string | undefined;
  sort: string | undefined;
  paging: Paging;
}

/** Products with sales or refunds, also deleted ones. A search leaves out what is without a product. */
export async function listProductFigures(
  db: Handle,
  scope: Scope,
  { search, sort, paging }: ProductList,
): Promise<Page<ProductRow>> {
  const named = sql`(
    select s.*, p.sku, case when parent.id is null then p.name else parent.name || ' - ' || p.name end as name,
      p.search_text, parent.search_text as parent_text
    from (${products(db, scope)}) s
    left join products p on ${isOfMerchant(db)} and p.id = s.product_id
    left join products parent on parent.merchant_id = p.merchant_id and parent.id = p.parent_id
  )`.as('f');
  // biome-ignore lint/suspicious/noExplicitAny: the derived table is no table of the schema.
  const from = build.selectFrom(named as any) as unknown as SelectQueryBuilder<any, never, object>;
  const pattern = search === undefined || search.trim() === '' ? undefined : containing(search.trim());
  const matching =
    pattern === undefined
      ? from
      : from.where(sql<boolean>`(f.search_text like ${pattern} or f.parent_text like ${pattern})`);
  const page = await listPage<InText<ProductRow>>(
    db,
    matching.select(sql`f.product_id, f.name, f.sku, ${figuresInText}` as never) as never,
    {
      count: matching.select(sql<bigint>`count(*)`.as('total')) as never,
      order: readSort(sort, sortKeys, '-revenue'),
      paging,
      about: ['sale', 'product', 'branch'],
    },
  );
  return { ...page, rows: page.rows.map(readFigures) };
}

export interface CategoryRow extends RowFigures {
  /** `null` for products without a category, custom items, and refunds of an amount. */
  category_id: string | null;
  name: string | null;
}

/** Each product belongs to the category that it has now; a variant, to that of its product. */
export const listCategoryFigures = async (db: Handle, scope: Scope): Promise<CategoryRow[]> =>
  (
    await db.many(sql<InText<CategoryRow>>`
      select f.category_id, f.name, ${figuresInText}
      from (
        select c.id as category_id, c.name, sum(s.items_sold) as items_sold, sum(s.gross) as gross, sum(s.discounts) as discounts,
          sum(s.refunds) as refunds, sum(s.tax) as tax, sum(s.cost) as cost
        from (${products(db, scope)}) s
        left join products p on ${isOfMerchant(db)} and p.id = s.product_id
        left join products parent on parent.merchant_id = p.merchant_id and parent.id = p.parent_id
        left join categories c on c.merchant_id = p.merchant_id and c.id = coalesce(p.category_id, parent.category_id)
        group by c.id, c.name
      ) f
      order by ${total} desc, f.name, f.category_id`)
  ).map(readFigures);

export interface HourFigures extends Figures {
  /** 1 is Monday, 7 is Sunday. */
  weekday: number;
  hour: number;
}

/** Hours of a weekday without sales and refunds have no row. */
export const listHourFigures = async (db: Handle, scope: Scope): Promise<HourFigures[]> =>
  (
    await db.many(sql<InText<HourFigures>>`
      select f.weekday, f.hour, f.sales, ${figuresInText}
      from (
        select extract(isodow from t.day)::int as weekday, t.hour::int as hour, sum(t.sales)::int as sales, sum(t.items_sold) as items_sold,
          sum(t.gross) as gross, sum(t.discounts) as discounts, sum(t.refunds) as refunds, sum(t.tax) as tax, sum(t.cost) as cost
        from ${inScope(db, 'sales_rollups', scope)}
        group by 1, 2
      ) f
      where (f.sales, f.items_sold, f.gross, f.discounts, f.refunds, f.tax, f.cost) <> (0, 0, 0, 0, 0, 0, 0)
      order by f.weekday, f.hour`)
  ).map(readFigures);
