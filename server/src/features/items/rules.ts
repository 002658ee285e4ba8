const ofLevels = ['product_id', 'warehouse_id', 'branch_id', 'low_stock'] as const;
const ofRecords = ['page', 'limit', 'search', 'category', 'status', 'sort_by', 'sort_order'] as const;

type ViewQuery = { view?: 'levels' | 'records' | undefined } & {
  [name in (typeof ofLevels)[number] | (typeof ofRecords)[number]]?: unknown;
};

/**
 * `GET /inventory` has two documented responses: levels, and the client layer's records. `view` selects one; without
 * it, a parameter that only one of them has, those of levels first. An empty parameter of records also selects records.
 */
export function viewOf(query: ViewQuery): 'levels' | 'records' {
  if (query.view !== undefined) return query.view;
  if (ofLevels.some((name) => query[name] !== undefined)) return 'levels';
  return ofRecords.some((name) => name in query) ? 'records' : 'levels';
}

/** The sort fields of records in either spelling, with the names of products. */
const productNames = {
  id: 'id',
  name: 'name',
  sku: 'sku',
  price: 'price',
  stock: 'stock',
  minStock: 'min_stock',
  category: 'category',
  status: 'status',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  min_stock: 'min_stock',
  created_at: 'created_at',
  updated_at: 'updated_at',
} as const;

export type SortField = keyof typeof productNames;
export const sortFields = Object.keys(productNames) as SortField[];

export const sortOrders = ['asc', 'desc'] as const;
export type SortOrder = (typeof sortOrders)[number];

/**
 * The sort order of records as `sort` of products; undefined if neither part is given. A direction without a field
 * sorts by time.
 */
export function productSortOf(field: SortField | undefined, order: SortOrder | undefined): string | undefined {
  if (field === undefined && order === undefined) return undefined;
  return `${order === 'desc' ? '-' : ''}${productNames[field ?? 'createdAt']}`;
}

/** The fields of a record in a request; omitted ones stay. */
export interface RecordFields {
  name?: string;
  sku?: string;
  price?: number;
  stock?: number;
  minStock?: number | null;
  category?: string | null;
  status?: 'active' | 'inactive';
}

/** The given fields, and no others, with the names of products. */
export const productFieldsOf = ({ name, sku, price, stock, minStock, category, status }: RecordFields) => ({
  ...(name === undefined ? {} : { name }),
  ...(sku === undefined ? {} : { sku }),
  ...(price === undefined ? {} : { price }),
  ...(stock === undefined ? {} : { stock }),
  ...(minStock === undefined ? {} : { min_stock: minStock }),
  ...(category === undefined ? {} : { category }),
  ...(status === undefined ? {} : { status }),
});
