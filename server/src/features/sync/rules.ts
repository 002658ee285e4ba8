import { type Actor, can } from '../../core/actor.ts';
import { invalidField } from '../../core/errors.ts';
import { isId, no_merchant_id } from '../../core/ids.ts';

/** In the order in which a till first receives them: a record comes after the records that it refers to. */
export const kinds = ['merchant', 'rights', 'branch', 'warehouse', 'category', 'product', 'level', 'customer'] as const;
export type Kind = (typeof kinds)[number];

/** The requested kinds, comma-separated; default: all. @throws AppError VALIDATION_ERROR */
export function readKinds(text: string | undefined): readonly Kind[] {
  if (text === undefined) return kinds;
  const names = text.split(',').map((name) => name.trim());
  if (!names.every((name) => kinds.some((kind) => kind === name)))
    throw invalidField('kinds', `must be some of ${kinds.join(', ')}`);
  return kinds.filter((kind) => names.includes(kind));
}

/** The position of a till: first in the list of all records, later in the events since then. */
export type SyncPosition =
  /** `base` is the number of the last event at the start, `after` the last id of this kind that was sent. */
  { phase: 'all'; base: bigint; kind: Kind; after: string } | { phase: 'changes'; after: bigint };

/** A key that is lower than all keys of the kind. */
export const firstKey = (kind: Kind): string =>
  kind === 'level' ? `${no_merchant_id}/${no_merchant_id}` : no_merchant_id;

export const readLevelId = (id: string): { product_id: string; warehouse_id: string } => {
  const [product_id = '', warehouse_id = ''] = id.split('/');
  return { product_id, warehouse_id };
};

/**
 * All that decides which records and fields a user sees, besides the records themselves. If it changes, all records
 * must be sent again, although they have not changed.
 */
export function viewKey(actor: Actor, requested: readonly Kind[] = kinds): string {
  const { currency, silver_from, gold_from, platinum_from } = actor.merchant;
  const sees = [can(actor, 'costs:read') ? 'costs' : '', can(actor, 'customers:read') ? 'customers' : ''];
  const requestedKinds = requested.length === kinds.length ? [] : [requested.join(',')];
  return [actor.merchant.id, ...sees, currency, silver_from, gold_from, platinum_from, ...requestedKinds].join(' ');
}

export interface Cursor {
  view: string;
  position: SyncPosition;
  /** The id of the last event before the position. A cursor of an earlier version has none. */
  event_id?: string | undefined;
}

/** The number of the last event before a position. */
export const lastSeenAt = (position: SyncPosition): bigint =>
  position.phase === 'all' ? position.base : position.after;

export const writeCursor = ({ view, position, event_id }: Cursor): string => {
  const parts =
    position.phase === 'all'
      ? ['all', String(position.base), position.kind, position.after]
      : ['changes', String(position.after)];
  const id = event_id === undefined ? [] : [event_id];
  return Buffer.from(JSON.stringify([view, ...parts, ...id])).toString('base64url');
};

/**
 * A cursor is not signed, because a forged one shows nothing that the user may not see.
 * @throws AppError VALIDATION_ERROR
 */
export function readCursor(cursor: string): Cursor {
  try {
    const [view, phase, number, ...rest] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as string[];
    const [kind, after] = phase === 'all' ? rest.splice(0, 2) : [];
    const [event_id, ...others] = rest;
    const known = kinds.find((one) => one === kind);
    const isNamed = event_id === undefined || (isId(event_id) && others.length === 0);
    if (typeof view === 'string' && typeof number === 'string' && /^\d{1,18}$/.test(number) && isNamed) {
      const named = event_id === undefined ? {} : { event_id };
      if (phase === 'changes') return { view, position: { phase, after: BigInt(number) }, ...named };
      if (phase === 'all' && known !== undefined && isKey(known, after))
        return { view, position: { phase, base: BigInt(number), kind: known, after }, ...named };
    }
  } catch {
    // Text that is not a cursor is rejected below.
  }
  throw invalidField('cursor', 'must be the cursor of a previous response');
}

function isKey(kind: Kind, key: unknown): key is string {
  if (typeof key !== 'string') return false;
  const parts = key.split('/');
  return parts.length === (kind === 'level' ? 2 : 1) && parts.every(isId);
}

export interface EventSummary {
  sequence: bigint;
  type: string;
  subject_id: string;
}

/** The records that changed and have to be read again. */
export interface ChangedRecords {
  /** The requested kinds. */
  requested: readonly Kind[];
  products: string[];
  /** Products whose levels have changed. */
  stocked: string[];
  categories: string[];
  customers: string[];
  /** Sales and refunds of sales: their customer's tier may have changed. */
  sales: string[];
  staff: string[];
  locations: boolean;
  merchant: boolean;
}

/** The records that the events changed. @param requested the requested kinds */
export function changedBy(events: readonly EventSummary[], requested: readonly Kind[] = kinds): ChangedRecords {
  const subjectsOf = (...subjects: string[]) => [
    ...new Set(
      events.filter(({ type }) => subjects.includes(type.split('.')[0] ?? '')).map(({ subject_id }) => subject_id),
    ),
  ];
  return {
    requested,
    products: subjectsOf('product'),
    stocked: subjectsOf('product', 'stock'),
    categories: subjectsOf('category'),
    customers: subjectsOf('customer', 'points'),
    sales: subjectsOf('sale'),
    staff: subjectsOf('staff'),
    locations: subjectsOf('branch', 'warehouse').length > 0,
    merchant: subjectsOf('merchant').length > 0,
  };
}
