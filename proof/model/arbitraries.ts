import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Person } from '../shop.ts';
import { judge } from './approval-rules.ts';
import { type Attempt, RequestCommand } from './attempt.ts';
import type { Model } from './model.ts';
import type { Customer, Product, Sale } from './records.ts';

interface Found<Row> {
  id: string;
  record: Row | undefined;
}

/** An existing record by its index, one of another merchant, none, or one that was found before. */
export type Reference = number | 'foreign' | 'unknown' | Found<unknown>;

export const anyPerson: fc.Arbitrary<Person> = fc.oneof(
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

export const rarely = fc.nat({ max: 11 }).map((drawn) => drawn === 11);

/** An amount in minor units; sometimes an invalid one. */
export const money = (max: number): fc.Arbitrary<number> =>
  fc.oneof({ weight: 50, arbitrary: fc.integer({ min: 0, max }) }, { weight: 1, arbitrary: fc.constantFrom(-5, 12.5) });

export const quantity: fc.Arbitrary<number> = fc.oneof(
  { weight: 40, arbitrary: fc.integer({ min: 1, max: 6 }) },
  { weight: 6, arbitrary: fc.integer({ min: 7, max: 30 }) },
  { weight: 1, arbitrary: fc.constantFrom(0, 1.5, -2) },
);

export const isQuantity = (value: number): boolean => Number.isInteger(value) && value >= 1;

/**
 * Finds a record of the model. For a foreign or unknown reference there is only an id.
 * Seven of eight references lead to a record with `isLikely`, if there is one: its request can succeed.
 */
export function find<Row extends { id: string }>(
  model: Model,
  kind: keyof Model['foreign'],
  { among, wanted, isLikely }: { among: readonly Row[]; wanted: Reference; isLikely?: (row: Row) => boolean },
): Found<Row> {
  if (typeof wanted === 'object') return wanted as Found<Row>;
  if (wanted === 'foreign') return { id: model.foreign[kind], record: undefined };
  if (wanted === 'unknown' || among.length === 0) return { id: randomUUID(), record: undefined };
  const likely = wanted % 8 === 0 || isLikely === undefined ? [] : among.filter(isLikely);
  const record = likely.length > 0 ? likely[wanted % likely.length] : among[wanted % among.length];
  return { id: record?.id ?? randomUUID(), record };
}

const isNotDeleted = ({ is_deleted }: { is_deleted: boolean }) => !is_deleted;

export const findProduct = (model: Model, wanted: Reference): Found<Product> =>
  find(model, 'product', { among: model.products, wanted, isLikely: isNotDeleted });

export const findCustomer = (model: Model, wanted: Reference): Found<Customer> =>
  find(model, 'customer', { among: model.customers, wanted, isLikely: isNotDeleted });

export const findSale = (model: Model, wanted: Reference, isLikely: (sale: Sale) => boolean): Found<Sale> =>
  find(model, 'sale', { among: model.sales, wanted, isLikely });

/** What an arbitrary draws. */
export type Drawn<Source> = Source extends fc.Arbitrary<infer Value> ? Value : never;

export const newKey = (): string => randomUUID();

/** An arbitrary of commands with this name, each planned from its drawn values, and rejected without an approval. */
export const command = <Values>(
  name: string,
  drawn: fc.Arbitrary<Values>,
  plan: (model: Model, drawn: Values) => Attempt | undefined,
): fc.Arbitrary<RequestCommand> =>
  drawn.map(
    (values) =>
      new RequestCommand(name, values, (model) => {
        const attempt = plan(model, values);
        if (attempt?.acts === undefined) return attempt;
        const { pinned } = attempt;
        const isSendable = pinned !== undefined && attempt.acts.length > 0 && attempt.errors.every((error) => !error);
        const again = isSendable ? () => plan(model, pinned as Values) : undefined;
        return { ...judge(model, attempt), again };
      }),
  );
