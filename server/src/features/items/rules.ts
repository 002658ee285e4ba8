const levelParameters = ['product_id', 'with_variants', 'warehouse_id', 'branch_id', 'low_stock'] as const;
const recordParameters = ['page', 'limit', 'search', 'category', 'status', 'sort_by', 'sort_order'] as const;

type ViewQuery = { view?: 'levels' | 'records' | undefined } & {
  [name in (typeof levelParameters)[number] | (typeof recordParameters)[number]]?: unknown;
};

/**
 * `GET /inventory` returns levels, or the client layer's records. `view` selects one of them. Without it, a parameter
 * of levels selects levels, and otherwise a parameter of records, also an empty one, selects records.
 */
export function viewOf(query: ViewQuery): 'levels' | 'records' {
  if (query.view !== undefined) return query.view;
  if (levelParameters.some((name) => query[name] !== undefined)) return 'levels';
  return recordParameters.some((name) => name in query) ? 'records' : 'levels';
}

/** The sort fields of records in both spellings, and the field of products for each. */
const productFields = {
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

export type SortField = keyof typeof productFields;
export const sortFields = Object.keys(productFields) as SortField[];

export const sortOrders = ['asc', 'desc'] as const;
export type SortOrder = (typeof sortOrders)[number];

/**
 * The sort order of records as `sort` of products; undefined if neither part is given. A direction without a field
 * sorts by time.
 */
export function productSortOf(field: SortField | undefined, order: SortOrder | undefined): string | undefined {
  if (field === undefined && order === undefined) return undefined;
  return `${order === 'desc' ? '-' : ''}${productFields[field ?? 'createdAt']}`;
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

/** The given fields of a record as fields of a product. */
export const productFieldsOf = ({ name, sku, price, stock, minStock, category, status }: RecordFields) => ({
  ...(name === undefined ? {} : { name }),
  ...(sku === undefined ? {} : { sku }),
  ...(price === undefined ? {} : { price }),
  ...(stock === undefined ? {} : { stock }),
  ...(minStock === undefined ? {} : { min_stock: minStock }),
  ...(category === undefined ? {} : { category }),
  ...(status === undefined ? {} : { status }),
});
