/** The event types of the service, in groups for the form. A test compares the two lists. */
export const eventGroups = {
  sales: ['sale.completed', 'sale.parked', 'sale.updated', 'sale.refunded', 'sale.voided'],
  registers: [
    'register.created',
    'register.updated',
    'shift.opened',
    'shift.counted',
    'shift.reopened',
    'shift.closed',
    'cash_movement.created',
    'cash_movement.voided',
    'closure.corrected',
  ],
  stock: ['stock.moved', 'stock.reserved', 'stock.low', 'stock.out'],
  catalogue: [
    'product.created',
    'product.updated',
    'product.deleted',
    'category.created',
    'category.updated',
    'category.deleted',
  ],
  customers: ['customer.created', 'customer.updated', 'customer.deleted', 'customer.erased', 'points.changed'],
  shop: [
    'merchant.updated',
    'accounting.updated',
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
  approvals: ['approval.requested', 'approval.decided', 'approval.consumed'],
  reports: ['day.closed', 'export.ready', 'export.failed', 'import.done', 'import.undone'],
} as const;

export type EventGroup = keyof typeof eventGroups;
export type EventType = (typeof eventGroups)[EventGroup][number];

export const eventTypes: readonly EventType[] = Object.values(eventGroups).flat();

const kindOf = (type: string) => type.slice(0, type.indexOf('.'));

/** Whether the patterns match every type, also those added later. */
export const matchesAll = (patterns: readonly string[] | null): boolean => patterns === null || patterns.includes('*');

/** The event types that match the patterns: `sale.*` matches all types with this prefix, `null` matches every type. */
export function typesMatching(patterns: readonly string[] | null): Set<EventType> {
  const isMatch = (type: EventType) => patterns?.includes(type) || patterns?.includes(`${kindOf(type)}.*`);
  return new Set(matchesAll(patterns) ? eventTypes : eventTypes.filter(isMatch));
}

export interface EventSelection {
  isAll: boolean;
  chosen: ReadonlySet<EventType>;
}

/** What is chosen for a webhook with these patterns. */
export const selectionOf = (patterns: readonly string[] | null): EventSelection =>
  matchesAll(patterns) ? { isAll: true, chosen: new Set() } : { isAll: false, chosen: typesMatching(patterns) };

/**
 * The patterns for the chosen types. A prefix whose types are all chosen becomes `prefix.*`, which includes types added
 * later.
 */
export function patternsFor(chosen: ReadonlySet<EventType>): string[] {
  const kinds = [...new Set(eventTypes.map(kindOf))];
  return kinds.flatMap((kind) => {
    const all = eventTypes.filter((type) => kindOf(type) === kind);
    const some = all.filter((type) => chosen.has(type));
    return some.length === all.length && all.length > 1 ? [`${kind}.*`] : some;
  });
}

type GroupOrType = { group: EventGroup } | { type: EventType };

/** What the patterns match, to be named: complete groups, and other types one by one. */
export function groupsAndTypes(patterns: readonly string[] | null): GroupOrType[] {
  const matching = typesMatching(patterns);
  return (Object.keys(eventGroups) as EventGroup[]).flatMap((group): GroupOrType[] => {
    const some = eventGroups[group].filter((type) => matching.has(type));
    return some.length === eventGroups[group].length ? [{ group }] : some.map((type) => ({ type }));
  });
}
