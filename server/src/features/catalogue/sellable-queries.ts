import { type RawBuilder, sql } from 'kysely';
import type { Handle } from '../../platform/database/handle.ts';
import { containing } from '../../platform/http/paging.ts';

export interface SellableToFind {
  /** As scanned or typed. */
  code: string;
  /** Every form in which the barcode may be stored. */
  barcodes: readonly string[];
  skus: readonly string[];
  /** `null` for the default branch. */
  branch_id: string | null;
}

/** A product or variant, and how it was found. */
export interface FoundSellable {
  match: 'barcode' | 'sku' | 'none';
  id: string;
  product_id: string;
  name: string;
  sku: string;
  barcode: string | null;
  price: bigint;
  tax_rate_ppm: number | null;
  track_stock: boolean;
  /** On hand and not reserved in the warehouse from which the branch sells; null if stock is not tracked. */
  available: bigint | null;
  image: string | null;
}

type Row = { branch_id: string | null } & (FoundSellable | { [Name in keyof FoundSellable]: null });

/**
 * Only the newest, because a search for one letter matches almost everything. Sorting by id also keeps the search
 * within the merchant's own products.
 */
const matches_at_most = 200;
const candidates_at_most = 8;

/** Joins `parent`, the product of a variant `p`, and keeps `p` if both can be sold. */
const sellableOnly = (db: Handle): RawBuilder<unknown> => sql`
  left join products parent on parent.merchant_id = p.merchant_id and parent.id = p.parent_id
  where p.merchant_id = ${db.merchant_id} and p.deleted_at is null and p.status = 'active'
    and parent.deleted_at is null and coalesce(parent.status, 'active') = 'active'`;

/**
 * The product or variant with this barcode or SKU. If there is none, those with this text in their name, their
 * product's name or a code. If there are none, one row without a product.
 * `branch_id` of a row is the branch whose stock is returned; null if the merchant has no such branch.
 */
export const findSellables = (db: Handle, { code, barcodes, skus, branch_id }: SellableToFind): Promise<Row[]> =>
  db.many(sql<Row>`
    with exact as (
      select p.id, p.barcode = any(${[...barcodes]}::text[]) is true as is_barcode
      from products p ${sellableOnly(db)} and (p.barcode = any(${[...barcodes]}::text[]) or p.sku = any(${[...skus]}::text[]))
      order by p.barcode is not distinct from ${code} desc, is_barcode desc, p.sku = ${code} desc, p.sku
      limit 1
    ), matching as (
      select v.id from products v
      where v.merchant_id = ${db.merchant_id} and v.deleted_at is null and v.status = 'active' and v.search_text like ${containing(code)}
        and not exists (select from exact)
      order by v.id desc limit ${matches_at_most}
    ), candidates as (
      select p.id, p.id = any(array(select m.id from matching m)) as is_matching
      from products p ${sellableOnly(db)}
        and p.id = any(array(
          select m.id from matching m
          union select v.id from products v where v.merchant_id = ${db.merchant_id} and v.parent_id = any(array(select m.id from matching m))
        ))
      order by is_matching desc, coalesce(parent.sort_name, p.sort_name), p.parent_id is not null, p.sort_name, p.id
      limit ${candidates_at_most}
    ), found as (
      select id, case when is_barcode then 'barcode' else 'sku' end as match, true as is_matching from exact
      union all select id, 'none', is_matching from candidates
    ), branch as (
      select b.id from branches b
      where b.merchant_id = ${db.merchant_id}
        and case when ${branch_id}::uuid is null then b.is_default else b.id = ${branch_id}::uuid end
    ), sellables as (
      select f.match, p.id, coalesce(p.parent_id, p.id) as product_id, p.sku, p.barcode, p.price, p.track_stock,
        case when p.parent_id is null then p.name else parent.name || ' - ' || p.name end as name,
        coalesce(p.tax_rate_ppm, parent.tax_rate_ppm) as tax_rate_ppm, coalesce(p.images[1], parent.images[1]) as image,
        case when p.track_stock then coalesce((
          select l.on_hand - l.reserved from stock_levels l
          join warehouses w on w.merchant_id = l.merchant_id and w.id = l.warehouse_id
          where l.merchant_id = ${db.merchant_id} and l.product_id = p.id and w.branch_id = (select id from branch) and w.is_default
        ), 0) end as available,
        f.is_matching, coalesce(parent.sort_name, p.sort_name) as product_name, p.sort_name as own_name
      from found f
      join products p on p.merchant_id = ${db.merchant_id} and p.id = f.id
      left join products parent on parent.merchant_id = p.merchant_id and parent.id = p.parent_id
    )
    select (select id from branch) as branch_id, s.match, s.id, s.product_id, s.name, s.sku, s.barcode, s.price, s.tax_rate_ppm, s.track_stock,
      s.available, s.image
    from (values (true)) one (is_there) left join sellables s on true
    order by s.is_matching desc, s.product_name, s.product_id <> s.id, s.own_name, s.id`);
