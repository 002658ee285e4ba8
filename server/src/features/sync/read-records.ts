import { type Actor, can } from '../../core/actor.ts';
import { type Permission, rolesByPermission } from '../../core/permissions.ts';
import type { Handle } from '../../platform/database/handle.ts';
import { type Tier, tierOf } from '../customers/rules.ts';
import { getMerchant, type MerchantRow } from '../merchant/queries.ts';
import * as queries from './queries.ts';
import { type Kind, readLevelId, type Touched } from './rules.ts';

/** A row of a record; of a deleted one only its kind and id. */
export type Found =
  | { kind: 'merchant'; id: string; row: MerchantRow }
  | { kind: 'rights'; id: string; row: Actor & { permissions: Permission[] } }
  | { kind: 'branch'; id: string; row: queries.BranchRow }
  | { kind: 'warehouse'; id: string; row: queries.WarehouseRow }
  | { kind: 'category'; id: string; row: queries.CategoryRow }
  | { kind: 'product'; id: string; row: queries.ProductRow }
  | { kind: 'level'; id: string; row: queries.LevelRow }
  | { kind: 'customer'; id: string; row: queries.CustomerRow & { tier: Tier } }
  | { kind: Kind; id: string; row: undefined };

/** A merchant has too few locations to need pages. */
const all_locations = { after: '00000000-0000-0000-0000-000000000000', limit: 10_000 };

async function readMerchant(db: Handle): Promise<Found> {
  const row = await getMerchant(db);
  return { kind: 'merchant', id: row.id, row };
}

const rightsOf = (actor: Actor): Found => ({
  kind: 'rights',
  id: actor.user_id,
  row: {
    ...actor,
    permissions: (Object.keys(rolesByPermission) as Permission[]).filter((permission) => can(actor, permission)),
  },
});

const named =
  <K extends 'branch' | 'warehouse' | 'category' | 'product' | 'level'>(kind: K) =>
  (row: Extract<Found, { kind: K; row: object }>['row']): Found =>
    (row.deleted ? { kind, id: row.id, row: undefined } : { kind, id: row.id, row }) as Found;

const customerFor =
  ({ merchant }: Actor) =>
  (row: queries.CustomerRow): Found =>
    row.deleted
      ? { kind: 'customer', id: row.id, row: undefined }
      : { kind: 'customer', id: row.id, row: { ...row, tier: tierOf(row.lifetime_value, merchant) } };

/** Records of a kind in the order of their ids. */
export async function readRecords(
  db: Handle,
  actor: Actor,
  { kind, after, limit }: { kind: Kind; after: string; limit: number },
): Promise<Found[]> {
  const which = { after, limit };
  switch (kind) {
    case 'merchant':
      return after < actor.merchant.id ? [await readMerchant(db)] : [];
    case 'rights':
      return after < actor.user_id ? [rightsOf(actor)] : [];
    case 'branch':
      return (await queries.listBranches(db, which)).map(named(kind));
    case 'warehouse':
      return (await queries.listWarehouses(db, which)).map(named(kind));
    case 'category':
      return (await queries.listCategories(db, which)).map(named(kind));
    case 'product':
      return (await queries.listProducts(db, which)).map(named(kind));
    case 'level':
      return (await queries.listLevels(db, { ...readLevelId(after), limit })).map(named(kind));
    case 'customer':
      return can(actor, 'customers:read') ? (await queries.listCustomers(db, which)).map(customerFor(actor)) : [];
  }
}

/** The present state of changed records, of the requested kinds. */
export async function readTouched(db: Handle, actor: Actor, touched: Touched): Promise<Found[]> {
  const asks = (kind: Kind) => touched.asked.includes(kind);
  return [
    ...(touched.merchant && asks('merchant') ? [await readMerchant(db)] : []),
    ...(touched.staff.includes(actor.user_id) && asks('rights') ? [rightsOf(actor)] : []),
    // One change may affect several: a branch has one default warehouse.
    ...(touched.locations && asks('branch')
      ? (await queries.listBranches(db, all_locations)).map(named('branch'))
      : []),
    ...(touched.locations && asks('warehouse')
      ? (await queries.listWarehouses(db, all_locations)).map(named('warehouse'))
      : []),
    ...(asks('category') ? await readCategories(db, touched.categories) : []),
    ...(asks('product') || asks('level') ? await readProducts(db, touched) : []),
    ...(can(actor, 'customers:read') && asks('customer') ? await readCustomers(db, actor, touched) : []),
  ];
}

async function readCategories(db: Handle, ids: readonly string[]): Promise<Found[]> {
  if (ids.length === 0) return [];
  const rows = new Map((await queries.listCategories(db, { ids })).map((row) => [row.id, row]));
  return ids.map((id) => ({ kind: 'category', id, row: rows.get(id) }) as Found);
}

/**
 * Products with their variants, which change with them, and their levels. A product refers to its category by id:
 * renaming a category changes only the category's record.
 */
async function readProducts(db: Handle, { products, stocked, asked }: Touched): Promise<Found[]> {
  const touched = products.length > 0 ? await queries.listProductIds(db, products) : [];
  const ids = touched.map(({ id }) => id);
  const levels = asked.includes('level') ? [...new Set([...ids, ...stocked])] : [];
  return [
    ...(ids.length > 0 && asked.includes('product')
      ? (await queries.listProducts(db, { ids })).map(named('product'))
      : []),
    ...(levels.length > 0 ? (await queries.listLevelsOf(db, levels)).map(named('level')) : []),
  ];
}

async function readCustomers(db: Handle, actor: Actor, { customers, sales }: Touched): Promise<Found[]> {
  const buyers = sales.length > 0 ? await queries.listBuyers(db, sales) : [];
  const ids = [...new Set([...customers, ...buyers.map(({ id }) => id)])];
  return ids.length > 0 ? (await queries.listCustomers(db, { ids })).map(customerFor(actor)) : [];
}
