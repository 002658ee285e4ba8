import { type RawBuilder, sql } from 'kysely';
import type { Handle } from '../../platform/database/handle.ts';
import { build, type InText, sortName } from '../../platform/database/statement.ts';
import { containing, listPage, type Page, type Paging, readSort, type SortKey } from '../../platform/http/paging.ts';
import { figureColumns, figureSums, figuresInText, hasFigures, inScope } from './figure-queries.ts';
import { type Figures, readFigures, type Scope } from './rules.ts';

/** Reports of the roll-ups by another key than the day. */

/**
 * The figures of each product with sales or refunds. A last row, without a product, is the rest of the report: custom
 * items, and refunds of an amount without items. With it, the rows add up to the sales report.
 */
const products = (db: Handle, scope: Scope): RawBuilder<unknown> => sql`
  select * from (
    select sums.product_id, ${figureSums('sums')}
    from (
    select t.product_id, t.quantity as items_sold, t.revenue + t.discounts + t.refunds as gross, t.discounts, t.refunds, t.tax, t.cost
    from ${inScope(db, 'sales_rollups_by_product', scope)}
    union all
    select null, -t.quantity, -(t.revenue + t.discounts + t.refunds), -t.discounts, -t.refunds, -t.tax, -t.cost
    from ${inScope(db, 'sales_rollups_by_product', scope)}
    union all
    select null, t.items_sold, t.gross, t.discounts, t.refunds, t.tax, t.cost from ${inScope(db, 'sales_rollups', scope)}
    ) sums
    group by sums.product_id
  ) s where ${hasFigures('s')}`;

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
  const named = sql<ProductRow>`(
    select s.*, p.sku, case when parent.id is null then p.name else parent.name || ' - ' || p.name end as name,
      p.search_text, parent.search_text as parent_text
    from (${products(db, scope)}) s
    left join products p on ${isOfMerchant(db)} and p.id = s.product_id
    left join products parent on parent.merchant_id = p.merchant_id and parent.id = p.parent_id
  )`.as('f');
  const from = build.selectFrom(named);
  const pattern = search === undefined || search.trim() === '' ? undefined : containing(search.trim());
  const matching =
    pattern === undefined
      ? from
      : from.where(sql<boolean>`(f.search_text like ${pattern} or f.parent_text like ${pattern})`);
  const rows = matching
    .select(['f.product_id', 'f.name', 'f.sku', ...figureColumns('f')])
    .$castTo<InText<ProductRow>>();
  const page = await listPage(db, rows, {
    count: matching.select(sql<bigint>`count(*)`.as('total')),
    order: readSort(sort, sortKeys, '-revenue'),
    paging,
    about: ['sale', 'product', 'branch'],
  });
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
      select f.category_id, f.name, ${figuresInText('f')}
      from (
        select c.id as category_id, c.name, ${figureSums('s')}
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
      select f.weekday, f.hour, f.sales, ${figuresInText('f')}
      from (
        select extract(isodow from t.day)::int as weekday, t.hour::int as hour, sum(t.sales)::int as sales, ${figureSums('t')}
        from ${inScope(db, 'sales_rollups', scope)}
        group by 1, 2
      ) f
      where f.sales <> 0 or ${hasFigures('f')}
      order by f.weekday, f.hour`)
  ).map(readFigures);
