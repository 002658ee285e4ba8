import { sql } from 'kysely';
import type { Timestamp } from '../../core/clock.ts';
import type { Handle, Transaction } from '../../platform/database/handle.ts';
import { build, column } from '../../platform/database/statement.ts';
import { listPage, type Page, type Paging, type SortKey } from '../../platform/http/paging.ts';

export interface CategoryRow {
  id: string;
  name: string;
  product_count: bigint;
  created_at: Timestamp;
  updated_at: Timestamp;
}

const byName: SortKey[] = [
  { name: 'name', column: sql.ref('c.sort_name'), type: 'text', descending: false },
  { name: 'id', column: sql.ref('c.id'), type: 'uuid', descending: false },
];

const categories = (db: Handle) => build.selectFrom('categories as c').where('c.merchant_id', '=', db.merchant_id);

const categoryRows = (db: Handle) =>
  categories(db)
    .select(['c.id', 'c.name', 'c.created_at', 'c.updated_at'])
    .select(
      sql<bigint>`(
        select count(*) from products p
        where p.merchant_id = c.merchant_id and p.category_id = c.id and p.deleted_at is null and p.parent_id is null
      )`.as('product_count'),
    );

export const listCategories = (db: Handle, paging: Paging): Promise<Page<CategoryRow>> =>
  listPage(db, categoryRows(db), {
    count: categories(db).select(sql<bigint>`count(*)`.as('total')),
    order: byName,
    paging,
    about: ['category'],
  });

export const getCategory = (db: Handle, id: string): Promise<CategoryRow> =>
  db.one(categoryRows(db).where('c.id', '=', id));

/** A category with its name as written in the request, in any case. */
export interface NamedCategory {
  written: string;
  id: string;
  name: string;
}

export const listCategoriesByName = (db: Handle, names: readonly string[]): Promise<NamedCategory[]> =>
  db.many(sql<NamedCategory>`
    select n.written, c.id, c.name
    from unnest(${[...names]}::text[]) as n (written)
    join categories c on lower(c.name) = lower(n.written)
    where c.merchant_id = ${db.merchant_id}`);

/** Like `listCategoriesByName`, and locks the categories against deletion until the transaction ends. */
export const lockCategoriesByName = (tx: Transaction, names: readonly string[]): Promise<NamedCategory[]> =>
  tx.many(sql<NamedCategory>`
    select n.written, c.id, c.name
    from unnest(${[...names]}::text[]) as n (written)
    join categories c on lower(c.name) = lower(n.written)
    where c.merchant_id = ${tx.merchant_id}
    order by c.id for key share of c`);

/**
 * Inserts categories, and locks them and those that another transaction has just created with the same name. Of two
 * spellings of a name, the first is inserted.
 */
export const insertOrLockCategories = (
  tx: Transaction,
  categories: readonly { id: string; name: string }[],
  now: Timestamp,
): Promise<number> =>
  tx.run(sql`
    insert into categories (merchant_id, id, name, created_at, updated_at)
    select distinct on (lower(n.name)) ${tx.merchant_id}::uuid, n.id, n.name, ${now}::timestamptz, ${now}::timestamptz
    from unnest(${column(categories, 'id')}::uuid[], ${column(categories, 'name')}::text[]) with ordinality as n (id, name, place)
    order by lower(n.name), n.place
    on conflict (merchant_id, lower(name)) do update set name = categories.name`);

export const insertCategory = (
  tx: Transaction,
  category: { id: string; name: string },
  now: Timestamp,
): Promise<number> =>
  tx.run(
    build
      .insertInto('categories')
      .values({ ...category, merchant_id: tx.merchant_id, created_at: now, updated_at: now }),
  );

export const updateCategory = (
  tx: Transaction,
  category: { id: string; name: string },
  now: Timestamp,
): Promise<number> =>
  tx.run(
    build
      .updateTable('categories')
      .set({ name: category.name, updated_at: now })
      .where('merchant_id', '=', tx.merchant_id)
      .where('id', '=', category.id),
  );

/** Locks the category: waits for transactions that put products into it, and blocks further ones. */
export const lockCategory = (tx: Transaction, id: string): Promise<{ id: string } | undefined> =>
  tx.first(
    build
      .selectFrom('categories')
      .select('id')
      .where('merchant_id', '=', tx.merchant_id)
      .where('id', '=', id)
      .forUpdate(),
  );

/** Locks these categories as `lockCategory` does. */
export const lockCategories = (tx: Transaction, ids: readonly string[]): Promise<{ id: string }[]> =>
  tx.many(sql<{ id: string }>`
    select id from categories where merchant_id = ${tx.merchant_id} and id = any(${[...ids]}::uuid[]) order by id for update`);

/** Those of these categories that have no product, and never had one that was sold and deleted. */
export const listUnusedCategories = (db: Handle, ids: readonly string[]): Promise<CategoryRow[]> =>
  db.many(
    categoryRows(db)
      .where('c.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
      .where(
        sql<boolean>`not exists (
          select from products p where p.merchant_id = c.merchant_id and p.category_id = c.id
            and (p.deleted_at is null or exists (select from sale_lines l where l.merchant_id = p.merchant_id and l.product_id = p.id))
        )`,
      )
      .orderBy('c.id'),
  );

/**
 * Removes at most `limit` products from categories, including deleted ones. Locks them in order, and leaves those that
 * another transaction has moved to another category meanwhile.
 */
export const removeProductsFromCategories = (
  tx: Transaction,
  { category_ids, limit }: { category_ids: readonly string[]; limit: number },
  now: Timestamp,
): Promise<{ id: string }[]> =>
  tx.many(sql<{ id: string }>`
    update products set category_id = null, updated_at = ${now}::timestamptz
    where merchant_id = ${tx.merchant_id} and id in (
      select id from products where merchant_id = ${tx.merchant_id} and category_id = any(${[...category_ids]}::uuid[])
      order by id limit ${limit} for no key update
    )
    returning id`);

export const deleteCategoryRow = (tx: Transaction, id: string): Promise<number> =>
  tx.run(build.deleteFrom('categories').where('merchant_id', '=', tx.merchant_id).where('id', '=', id));
