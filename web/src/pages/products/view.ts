/** What a list of products may be ordered by: the service's names, each in both directions. */
const sortables = ['name', 'sku', 'barcode', 'category', 'price', 'cost', 'stock', 'min_stock', 'created_at', 'updated_at'] as const;

export type Sortable = (typeof sortables)[number];
export type ProductSort = Sortable | `-${Sortable}`;

/** What a link to the products shows. */
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
    // A code of digits alone comes from the address as a number.
    ...(search === undefined || search === '' ? {} : { search: String(search) }),
    ...(statuses.includes(status) ? { status: status as 'active' } : {}),
    ...(category === undefined || category === '' ? {} : { category: String(category) }),
    ...(sorts.includes(sort) ? { sort: sort as ProductSort } : {}),
  };
}
