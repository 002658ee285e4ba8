import { type Actor, can } from '../../core/actor.ts';
import { invalidField } from '../../core/errors.ts';
import { isId, no_merchant_id } from '../../core/ids.ts';

/** In the order in which a till gets them first: what others refer to goes before. */
export const kinds = ['merchant', 'rights', 'branch', 'warehouse', 'category', 'product', 'level', 'customer'] as const;
export type Kind = (typeof kinds)[number];

/** The kinds that are asked for, comma-separated; all of them when left out. @throws AppError VALIDATION_ERROR */
export function readKinds(text: string | undefined): readonly Kind[] {
  if (text === undefined) return kinds;
  const names = text.split(',').map((name) => name.trim());
  if (!names.every((name) => kinds.some((kind) => kind === name))) throw invalidField('kinds', `must be some of ${kinds.join(', ')}`);
  return kinds.filter((kind) => names.includes(kind));
}

/** How far a till has got: through everything there is, or through what happened since. */
export type Place =
  /** `base` is the number of the last event when it began, `after` the last id it got of this kind. */
  { phase: 'all'; base: bigint; kind: Kind; after: string } | { phase: 'changes'; after: bigint };

/** The key before all keys of a kind. */
export const beginning = (kind: Kind): string => (kind === 'level' ? `${no_merchant_id}/${no_merchant_id}` : no_merchant_id);

export const readLevelId = (id: string): { product_id: string; warehouse_id: string } => {
  const [product_id = '', warehouse_id = ''] = id.split('/');
  return { product_id, warehouse_id };
};

/**
 * What decides, beside the records themselves, which are shown to a person, and how. If it changes, nothing happens to the records, and yet all
 * of them are different.
 */
export function viewOf(actor: Actor, asked: readonly Kind[] = kinds): string {
  const { currency, silver_from, gold_from, platinum_from } = actor.merchant;
  const sees = [can(actor, 'costs:read') ? 'costs' : '', can(actor, 'customers:read') ? 'customers' : ''];
  const some = asked.length === kinds.length ? [] : [asked.join(',')];
  return [actor.merchant.id, ...sees, currency, silver_from, gold_from, platinum_from, ...some].join(' ');
}

export const writeCursor = (view: string, place: Place): string => {
  const parts = place.phase === 'all' ? ['all', String(place.base), place.kind, place.after] : ['changes', String(place.after)];
  return Buffer.from(JSON.stringify([view, ...parts])).toString('base64url');
};

/** Not signed: whoever makes one up gets what they may see anyhow. @throws AppError VALIDATION_ERROR */
export function readCursor(cursor: string): { view: string; place: Place } {
  try {
    const [view, phase, number, kind, after] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as string[];
    const known = kinds.find((one) => one === kind);
    if (typeof view === 'string' && typeof number === 'string' && /^\d{1,18}$/.test(number)) {
      if (phase === 'changes') return { view, place: { phase, after: BigInt(number) } };
      if (phase === 'all' && known !== undefined && isKey(known, after))
        return { view, place: { phase, base: BigInt(number), kind: known, after } };
    }
  } catch {
    // Not ours: said below.
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

/** What has to be looked at again. */
export interface Touched {
  /** The kinds of records that are read. */
  asked: readonly Kind[];
  products: string[];
  /** Products whose levels have changed. */
  stocked: string[];
  categories: string[];
  customers: string[];
  /** Sales, and refunds of sales: of a customer, maybe, whose tier is another now. */
  sales: string[];
  staff: string[];
  places: boolean;
  merchant: boolean;
}

/** @param asked the kinds of records that are read */
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
    places: about('branch', 'warehouse').length > 0,
    merchant: about('merchant').length > 0,
  };
}
