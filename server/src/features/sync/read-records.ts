import { type Actor, can } from '../../core/actor.ts';
import { type Permission, rolesByPermission } from '../../core/permissions.ts';
import type { Handle } from '../../platform/database/handle.ts';
import { type Tier, tierOf } from '../customers/rules.ts';
import { getMerchant, type MerchantRow } from '../merchant/queries.ts';
import * as queries from './queries.ts';
import { type ChangedRecords, type Kind, readLevelId } from './rules.ts';

/** A record with its row; `undefined` for a deleted record. */
export type FoundRecord =
  | { kind: 'merchant'; id: string; row: MerchantRow }
  | { kind: 'rights'; id: string; row: Actor & { permissions: Permission[] } }
  | { kind: 'branch'; id: string; row: queries.BranchRow }
  | { kind: 'warehouse'; id: string; row: queries.WarehouseRow }
  | { kind: 'category'; id: string; row: queries.CategoryRow }
  | { kind: 'product'; id: string; row: queries.ProductRow }
  | { kind: 'level'; id: string; row: queries.LevelRow }
  | { kind: 'customer'; id: string; row: queries.CustomerRow & { tier: Tier } }
  | { kind: Kind; id: string; row: undefined };

/** Locations need no pages, because a merchant has few of them. */
const all_locations = { after: '00000000-0000-0000-0000-000000000000', limit: 10_000 };

async function readMerchant(db: Handle): Promise<FoundRecord> {
  const row = await getMerchant(db);
  return { kind: 'merchant', id: row.id, row };
}

const rightsOf = (actor: Actor): FoundRecord => ({
  kind: 'rights',
  id: actor.user_id,
  row: {
    ...actor,
    permissions: (Object.keys(rolesByPermission) as Permission[]).filter((permission) => can(actor, permission)),
  },
});

const toFound =
  <K extends 'branch' | 'warehouse' | 'category' | 'product' | 'level'>(kind: K) =>
  (row: Extract<FoundRecord, { kind: K; row: object }>['row']): FoundRecord =>
    (row.deleted ? { kind, id: row.id, row: undefined } : { kind, id: row.id, row }) as FoundRecord;

const toFoundCustomer =
  ({ merchant }: Actor) =>
  (row: queries.CustomerRow): FoundRecord =>
    row.deleted
      ? { kind: 'customer', id: row.id, row: undefined }
      : { kind: 'customer', id: row.id, row: { ...row, tier: tierOf(row.lifetime_value, merchant) } };

/** The texts of a thousand products can have 80 MiB. */
const pageBytes = 1024 * 1024;

/** How many records of a kind a page contains. */
export const fitRecords = async (
  db: Handle,
  { kind, after, limit }: { kind: Kind; after: string; limit: number },
): Promise<number> => (kind === 'product' ? queries.fitProducts(db, { after, limit, bytes: pageBytes }) : limit);

/** Whether the records are more than a page should contain. */
export async function isLargerThanPage(db: Handle, { products, requested }: ChangedRecords): Promise<boolean> {
  if (products.length === 0 || !requested.includes('product')) return false;
  return (await queries.sumTextBytes(db, products)) > BigInt(pageBytes);
}

/** Reads records of a kind, in the order of their ids. */
export async function readRecords(
  db: Handle,
  actor: Actor,
  { kind, after, limit }: { kind: Kind; after: string; limit: number },
): Promise<FoundRecord[]> {
  const selection = { after, limit };
  switch (kind) {
    case 'merchant':
      return after < actor.merchant.id ? [await readMerchant(db)] : [];
    case 'rights':
      return after < actor.user_id ? [rightsOf(actor)] : [];
    case 'branch':
      return (await queries.listBranches(db, selection)).map(toFound(kind));
    case 'warehouse':
      return (await queries.listWarehouses(db, selection)).map(toFound(kind));
    case 'category':
      return (await queries.listCategories(db, selection)).map(toFound(kind));
    case 'product':
      return (await queries.listProducts(db, selection)).map(toFound(kind));
    case 'level':
      return (await queries.listLevels(db, { ...readLevelId(after), limit })).map(toFound(kind));
    case 'customer':
      return can(actor, 'customers:read')
        ? (await queries.listCustomers(db, selection)).map(toFoundCustomer(actor))
        : [];
  }
}

/** Reads the changed records again, if their kind is requested. */
export async function readChangedRecords(db: Handle, actor: Actor, changed: ChangedRecords): Promise<FoundRecord[]> {
  const isRequested = (kind: Kind) => changed.requested.includes(kind);
  return [
    ...(changed.merchant && isRequested('merchant') ? [await readMerchant(db)] : []),
    ...(changed.staff.includes(actor.user_id) && isRequested('rights') ? [rightsOf(actor)] : []),
    // All of them, because one change may affect several: a branch has one default warehouse.
    ...(changed.locations && isRequested('branch')
      ? (await queries.listBranches(db, all_locations)).map(toFound('branch'))
      : []),
    ...(changed.locations && isRequested('warehouse')
      ? (await queries.listWarehouses(db, all_locations)).map(toFound('warehouse'))
      : []),
    ...(isRequested('category') ? await readCategories(db, changed.categories) : []),
    ...(isRequested('product') || isRequested('level') ? await readProducts(db, changed) : []),
    ...(can(actor, 'customers:read') && isRequested('customer') ? await readCustomers(db, actor, changed) : []),
  ];
}

async function readCategories(db: Handle, ids: readonly string[]): Promise<FoundRecord[]> {
  if (ids.length === 0) return [];
  const rows = new Map((await queries.listCategories(db, { ids })).map((row) => [row.id, row]));
  return ids.map((id) => ({ kind: 'category', id, row: rows.get(id) }) as FoundRecord);
}

/**
 * Reads products with their variants, which change with them, and their stock levels. A product has only the id of its
 * category, so a renamed category does not change its products.
 */
async function readProducts(db: Handle, { products, stocked, requested }: ChangedRecords): Promise<FoundRecord[]> {
  const rows = products.length === 0 ? [] : await queries.listProductIds(db, products);
  const ids = rows.map(({ id }) => id);
  const levels = requested.includes('level') ? [...new Set([...ids, ...stocked])] : [];
  return [
    ...(ids.length === 0 || !requested.includes('product')
      ? []
      : (await queries.listProducts(db, { ids })).map(toFound('product'))),
    ...(levels.length === 0 ? [] : (await queries.listLevelsOf(db, levels)).map(toFound('level'))),
  ];
}

async function readCustomers(db: Handle, actor: Actor, { customers, sales }: ChangedRecords): Promise<FoundRecord[]> {
  const buyers = sales.length === 0 ? [] : await queries.listBuyers(db, sales);
  const ids = [...new Set([...customers, ...buyers.map(({ id }) => id)])];
  return ids.length === 0 ? [] : (await queries.listCustomers(db, { ids })).map(toFoundCustomer(actor));
}
