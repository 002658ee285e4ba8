const ofLevels = ['product_id', 'warehouse_id', 'branch_id', 'low_stock'] as const;
const ofRecords = ['page', 'limit', 'search', 'category', 'status', 'sort_by', 'sort_order'] as const;

type ViewQuery = { view?: 'levels' | 'records' | undefined } & {
  [name in (typeof ofLevels)[number] | (typeof ofRecords)[number]]?: unknown;
};

/**
 * `GET /inventory` has two documented answers, levels and the client layer's records. `view` decides; without it, a
 * parameter that only one of them knows, those of levels first. A parameter of records tells who asks even when it is empty.
 */
export function viewOf(query: ViewQuery): 'levels' | 'records' {
  if (query.view !== undefined) return query.view;
  if (ofLevels.some((name) => query[name] !== undefined)) return 'levels';
  return ofRecords.some((name) => name in query) ? 'records' : 'levels';
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
