/** What a webhook can be told of, as the service names it, in groups for who chooses. A net compares the two. */
export const eventGroups = {
  sales: ['sale.completed', 'sale.parked', 'sale.updated', 'sale.refunded', 'sale.voided'],
  stock: ['stock.moved', 'stock.reserved', 'stock.low', 'stock.out'],
  catalogue: ['product.created', 'product.updated', 'product.deleted', 'category.created', 'category.updated', 'category.deleted'],
  customers: ['customer.created', 'customer.updated', 'customer.deleted', 'customer.erased', 'points.changed'],
  shop: [
    'merchant.updated',
    'branch.created',
    'branch.updated',
    'warehouse.created',
    'warehouse.updated',
    'staff.invited',
    'staff.uninvited',
    'staff.created',
    'staff.updated',
    'staff.signed_out',
    'session.new_device',
  ],
  reports: ['day.closed', 'export.ready', 'export.failed', 'import.done'],
} as const;

export type EventGroup = keyof typeof eventGroups;
export type EventType = (typeof eventGroups)[EventGroup][number];

export const eventTypes: readonly EventType[] = Object.values(eventGroups).flat();

const kindOf = (type: string) => type.slice(0, type.indexOf('.'));

/** `sale.*` means all that begin so, and nothing written means all. */
export function meantBy(written: readonly string[] | null): Set<EventType> {
  const isMeant = (type: EventType) => written === null || [type, `${kindOf(type)}.*`, '*'].some((name) => written.includes(name));
  return new Set(eventTypes.filter(isMeant));
}

/** The other way round. A kind that is chosen whole is written as that: what is added to it later comes, too. */
export function writtenFor(chosen: ReadonlySet<EventType>): string[] {
  const kinds = [...new Set(eventTypes.map(kindOf))];
  return kinds.flatMap((kind) => {
    const all = eventTypes.filter((type) => kindOf(type) === kind);
    const some = all.filter((type) => chosen.has(type));
    return some.length === all.length && all.length > 1 ? [`${kind}.*`] : some;
  });
}
