/** Filters of the customers page in its address. */
export interface CustomersView {
  search?: string;
  sort?: CustomerSort;
}

export const customerSorts = ['-created_at', '-lifetime_value', '-points'] as const;
export type CustomerSort = (typeof customerSorts)[number];

const isSort = (sort: unknown): sort is CustomerSort => (customerSorts as readonly unknown[]).includes(sort);

export function readView({ search, sort }: Record<string, unknown>): CustomersView {
  // The router parses a phone number in the address as a number.
  return {
    ...(search === undefined || search === '' ? {} : { search: String(search) }),
    ...(isSort(sort) ? { sort } : {}),
  };
}
