/** Query kinds to refetch, by prefix of the event type. */
const staleAfter: readonly [string, readonly string[]][] = [
  ['sale.', ['dashboard', 'sales', 'products', 'stock', 'reports', 'customers', 'shifts']],
  ['product.', ['products', 'stock', 'dashboard', 'catalogue']],
  ['category.', ['products', 'stock', 'reports']],
  ['stock.', ['products', 'stock', 'dashboard', 'reports']],
  ['customer.', ['customers', 'dashboard']],
  ['points.', ['customers']],
  ['register.', ['registers']],
  ['shift.', ['shifts', 'closures']],
  ['cash_movement.', ['shifts']],
  ['closure.', ['closures']],
  ['approval.', ['approvals']],
  ['export.', ['exports']],
  ['import.', ['imports', 'products', 'stock', 'dashboard']],
  // The user's own name, role or branches may have changed.
  ['merchant.', ['session']],
  ['accounting.', ['accounting']],
  ['branch.', ['session']],
  ['warehouse.', ['warehouses']],
  ['staff.', ['session', 'staff']],
];

/** Event types that change nothing on any page. */
export const withoutPages: readonly string[] = ['day.closed', 'session.new_device'];

/** The query kinds whose data an event of this type may have changed. */
export const staleKinds = (type: string): readonly string[] =>
  staleAfter.flatMap(([prefix, kinds]) => (type.startsWith(prefix) ? kinds : []));
