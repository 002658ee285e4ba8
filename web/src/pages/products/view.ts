/** What a link to the products shows. */
export interface ProductsView {
  search?: string;
  status?: 'active' | 'inactive';
  sort?: 'name' | '-name' | 'sku' | 'price' | '-price' | '-created_at';
}

const statuses: readonly unknown[] = ['active', 'inactive'];
const sorts: readonly unknown[] = ['name', '-name', 'sku', 'price', '-price', '-created_at'];

export function readView({ search, status, sort }: Record<string, unknown>): ProductsView {
  return {
    // A code of digits alone comes from the address as a number.
    ...(search === undefined || search === '' ? {} : { search: String(search) }),
    ...(statuses.includes(status) ? { status: status as 'active' } : {}),
    ...(sorts.includes(sort) ? { sort: sort as 'name' } : {}),
  };
}
