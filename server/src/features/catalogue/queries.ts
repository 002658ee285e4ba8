import { sql } from 'kysely';
import type { Handle } from '../../db/handle.ts';

/** What a sale needs to know of what it sells. Amounts are minor units. */
export interface Sellable {
  id: string;
  sku: string;
  name: string;
  status: 'active' | 'inactive';
  price: bigint;
  cost: bigint;
  tax_rate_ppm: number | null;
  track_stock: boolean;
}

export const listSellables = (db: Handle, ids: readonly string[]): Promise<Sellable[]> =>
  db.many(sql<Sellable>`
    select p.id, p.sku, p.price, p.cost, p.track_stock,
      case when p.parent_id is null then p.name else parent.name || ' - ' || p.name end as name,
      case when p.status = 'active' and coalesce(parent.status, 'active') = 'active' then 'active' else 'inactive' end as status,
      coalesce(p.tax_rate_ppm, parent.tax_rate_ppm) as tax_rate_ppm
    from products p
    left join products parent on parent.merchant_id = p.merchant_id and parent.id = p.parent_id
    where p.merchant_id = ${db.merchant_id} and p.id = any(${ids}::uuid[])
      and p.deleted_at is null and parent.deleted_at is null`);
