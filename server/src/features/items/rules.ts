interface ViewQuery {
  view?: 'levels' | 'records' | undefined;
  product_id?: unknown;
  warehouse_id?: unknown;
  branch_id?: unknown;
  low_stock?: unknown;
  page?: unknown;
  limit?: unknown;
  search?: unknown;
  category?: unknown;
  status?: unknown;
  sort_by?: unknown;
  sort_order?: unknown;
}

/**
 * `GET /inventory` has two documented answers, levels and the client layer's records. `view` decides; without it, a
 * parameter that only one of them knows, those of levels first.
 */
export function viewOf(query: ViewQuery): 'levels' | 'records' {
  if (query.view !== undefined) return query.view;
  const { product_id, warehouse_id, branch_id, low_stock, page, limit, search, category, status, sort_by, sort_order } = query;
  const isGiven = (value: unknown) => value !== undefined;
  if ([product_id, warehouse_id, branch_id, low_stock].some(isGiven)) return 'levels';
  return [page, limit, search, category, status, sort_by, sort_order].some(isGiven) ? 'records' : 'levels';
}

/** What records may be ordered by, in either spelling, as products call it. */
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

/** The order of records as the `sort` of products, whose own when neither part is given. An order without a field is one of time. */
export function productSortOf(field: SortField | undefined, order: SortOrder | undefined): string | undefined {
  if (field === undefined && order === undefined) return undefined;
  return `${order === 'desc' ? '-' : ''}${productNames[field ?? 'createdAt']}`;
}

/** What a request says of a record; a field that is missing stays. */
export interface RecordFields {
  name?: string;
  sku?: string;
  price?: number;
  stock?: number;
  minStock?: number | null;
  category?: string | null;
  status?: 'active' | 'inactive';
}

/** The fields given, and no others, as products call them. */
export const productFieldsOf = ({ name, sku, price, stock, minStock, category, status }: RecordFields) => ({
  ...(name === undefined ? {} : { name }),
  ...(sku === undefined ? {} : { sku }),
  ...(price === undefined ? {} : { price }),
  ...(stock === undefined ? {} : { stock }),
  ...(minStock === undefined ? {} : { min_stock: minStock }),
  ...(category === undefined ? {} : { category }),
  ...(status === undefined ? {} : { status }),
});
