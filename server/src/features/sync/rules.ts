import { type Actor, can } from '../../core/actor.ts';
import { invalidField } from '../../core/errors.ts';
import { isId, no_merchant_id } from '../../core/ids.ts';

/** In the order in which a till receives them first: referenced records come before those that refer to them. */
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

/** The position of a till: in the list of all records, or in the events since. */
export type SyncPosition =
  /** `base` is the number of the last event at the start, `after` the last id of this kind that was sent. */
  { phase: 'all'; base: bigint; kind: Kind; after: string } | { phase: 'changes'; after: bigint };

/** The key before all keys of a kind. */
export const beginning = (kind: Kind): string =>
  kind === 'level' ? `${no_merchant_id}/${no_merchant_id}` : no_merchant_id;

export const readLevelId = (id: string): { product_id: string; warehouse_id: string } => {
  const [product_id = '', warehouse_id = ''] = id.split('/');
  return { product_id, warehouse_id };
};

/**
 * Everything besides the records that determines which records a user sees, and how. If it changes, all records have to
 * be sent again, although they have not changed.
 */
export function viewOf(actor: Actor, asked: readonly Kind[] = kinds): string {
  const { currency, silver_from, gold_from, platinum_from } = actor.merchant;
  const sees = [can(actor, 'costs:read') ? 'costs' : '', can(actor, 'customers:read') ? 'customers' : ''];
  const some = asked.length === kinds.length ? [] : [asked.join(',')];
  return [actor.merchant.id, ...sees, currency, silver_from, gold_from, platinum_from, ...some].join(' ');
}

export const writeCursor = (view: string, position: SyncPosition): string => {
  const parts =
    position.phase === 'all'
      ? ['all', String(position.base), position.kind, position.after]
      : ['changes', String(position.after)];
  return Buffer.from(JSON.stringify([view, ...parts])).toString('base64url');
};

/** Not signed: an invented cursor returns only what the user may see anyway. @throws AppError VALIDATION_ERROR */
export function readCursor(cursor: string): { view: string; position: SyncPosition } {
  try {
    const [view, phase, number, kind, after] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as string[];
    const known = kinds.find((one) => one === kind);
    if (typeof view === 'string' && typeof number === 'string' && /^\d{1,18}$/.test(number)) {
      if (phase === 'changes') return { view, position: { phase, after: BigInt(number) } };
      if (phase === 'all' && known !== undefined && isKey(known, after))
        return { view, position: { phase, base: BigInt(number), kind: known, after } };
    }
  } catch {
    // Not one of ours: rejected below.
  }
  throw invalidField('cursor', 'must be the cursor of an answer before');
}

function isKey(kind: Kind, key: unknown): key is string {
  if (typeof key !== 'string') return false;
  const parts = key.split('/');
  return parts.length === (kind === 'level' ? 2 : 1) && parts.every(isId);
}

export interface Happened {
  sequence: bigint;
  type: string;
  subject_id: string;
}

/** The records that have to be read again. */
export interface Touched {
  /** The requested kinds. */
  asked: readonly Kind[];
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

/** @param asked the requested kinds */
export function touchedBy(events: readonly Happened[], asked: readonly Kind[] = kinds): Touched {
  const about = (...of: string[]) => [
    ...new Set(events.filter(({ type }) => of.includes(type.split('.')[0] ?? '')).map(({ subject_id }) => subject_id)),
  ];
  return {
    asked,
    products: about('product'),
    stocked: about('product', 'stock'),
    categories: about('category'),
    customers: about('customer', 'points'),
    sales: about('sale'),
    staff: about('staff'),
    locations: about('branch', 'warehouse').length > 0,
    merchant: about('merchant').length > 0,
  };
}
