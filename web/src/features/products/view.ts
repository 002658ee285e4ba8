/** Fields to sort products by, each in both directions. */
const sortables = [
  'name',
  'sku',
  'barcode',
  'category',
  'price',
  'cost',
  'stock',
  'min_stock',
  'created_at',
  'updated_at',
] as const;

export type Sortable = (typeof sortables)[number];
export type ProductSort = Sortable | `-${Sortable}`;

/** Filters and order of the products page in its address. */
export interface ProductsView {
  search?: string;
  status?: 'active' | 'inactive';
  category?: string;
  sort?: ProductSort;
}

const statuses: readonly unknown[] = ['active', 'inactive'];
const sorts: readonly unknown[] = sortables.flatMap((name) => [name, `-${name}`]);

export function readView({ search, status, category, sort }: Record<string, unknown>): ProductsView {
  return {
    // The router parses a barcode in the address as a number.
    ...(search === undefined || search === '' ? {} : { search: String(search) }),
    ...(statuses.includes(status) ? { status: status as 'active' } : {}),
    ...(category === undefined || category === '' ? {} : { category: String(category) }),
    ...(sorts.includes(sort) ? { sort: sort as ProductSort } : {}),
  };
}
