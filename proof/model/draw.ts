import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Person } from '../shop.ts';
import { Ask, type Attempt } from './attempt.ts';
import type { Customer, Product, Sale } from './records.ts';
import type { Model } from './shop.ts';

/** An existing record by its index, one of another merchant, or none. */
export type Reference = number | 'foreign' | 'unknown';

export const anyone: fc.Arbitrary<Person> = fc.oneof(
  { weight: 7, arbitrary: fc.constant('owner' as const) },
  { weight: 3, arbitrary: fc.constant('manager' as const) },
  { weight: 3, arbitrary: fc.constant('cashier' as const) },
  { weight: 2, arbitrary: fc.constant('local' as const) },
);

export const reference: fc.Arbitrary<Reference> = fc.oneof(
  { weight: 60, arbitrary: fc.nat({ max: 59 }) },
  { weight: 1, arbitrary: fc.constant('foreign' as const) },
  { weight: 1, arbitrary: fc.constant('unknown' as const) },
);

export const seldom = fc.nat({ max: 11 }).map((drawn) => drawn === 11);

/** In minor units; now and then one that is none. */
export const money = (max: number): fc.Arbitrary<number> =>
  fc.oneof({ weight: 50, arbitrary: fc.integer({ min: 0, max }) }, { weight: 1, arbitrary: fc.constantFrom(-5, 12.5) });

export const quantity: fc.Arbitrary<number> = fc.oneof(
  { weight: 40, arbitrary: fc.integer({ min: 1, max: 6 }) },
  { weight: 6, arbitrary: fc.integer({ min: 7, max: 30 }) },
  { weight: 1, arbitrary: fc.constantFrom(0, 1.5, -2) },
);

export const isQuantity = (value: number): boolean => Number.isInteger(value) && value >= 1;

interface Found<Kept> {
  id: string;
  kept: Kept | undefined;
}

/** One of the kept, with its id; of a reference that leads nowhere only an id. Mostly one that is likely to do, where there is any. */
export function find<Kept extends { id: string }>(
  model: Model,
  kind: keyof Model['foreign'],
  { among, wanted, isLikely }: { among: readonly Kept[]; wanted: Reference; isLikely?: (kept: Kept) => boolean },
): Found<Kept> {
  if (wanted === 'foreign') return { id: model.foreign[kind], kept: undefined };
  if (wanted === 'unknown' || among.length === 0) return { id: randomUUID(), kept: undefined };
  const likely = wanted % 8 === 0 || isLikely === undefined ? [] : among.filter(isLikely);
  const kept = likely.length > 0 ? likely[wanted % likely.length] : among[wanted % among.length];
  return { id: kept?.id ?? randomUUID(), kept };
}

const isKept = ({ is_deleted }: { is_deleted: boolean }) => !is_deleted;

export const findProduct = (model: Model, wanted: Reference): Found<Product> =>
  find(model, 'product', { among: model.products, wanted, isLikely: isKept });

export const findCustomer = (model: Model, wanted: Reference): Found<Customer> =>
  find(model, 'customer', { among: model.customers, wanted, isLikely: isKept });

export const findSale = (model: Model, wanted: Reference, isLikely: (sale: Sale) => boolean): Found<Sale> =>
  find(model, 'sale', { among: model.sales, wanted, isLikely });

export const newKey = (): string => randomUUID();

/** A command of this name, of what is drawn for it. */
export const command = <Drawn>(
  name: string,
  drawn: fc.Arbitrary<Drawn>,
  plan: (model: Model, drawn: Drawn) => Attempt | undefined,
): fc.Arbitrary<Ask> => drawn.map((values) => new Ask(name, values, (model) => plan(model, values)));
