/** What is asked for anew after events whose types begin so. */
const staleAfter: readonly [string, readonly string[]][] = [
  ['sale.', ['dashboard', 'sales', 'products', 'stock', 'reports', 'customers']],
  ['product.', ['products', 'stock', 'dashboard', 'catalogue']],
  ['category.', ['products', 'stock', 'reports']],
  ['stock.', ['products', 'stock', 'dashboard', 'reports']],
  ['customer.', ['customers', 'dashboard']],
  ['points.', ['customers']],
  ['export.', ['exports']],
  ['import.', ['imports', 'products', 'stock', 'dashboard']],
  // Who one is, what one may do and where may be other than it was.
  ['merchant.', ['session']],
  ['branch.', ['session']],
  ['warehouse.', ['warehouses']],
  ['staff.', ['session', 'staff']],
];

/** Types that change nothing of what a page shows. */
export const withoutPages: readonly string[] = ['day.closed', 'session.new_device'];

/** The kinds of query whose answers may be other than they were after an event of this type. */
export const staleKinds = (type: string): readonly string[] =>
  staleAfter.flatMap(([prefix, kinds]) => (type.startsWith(prefix) ? kinds : []));
