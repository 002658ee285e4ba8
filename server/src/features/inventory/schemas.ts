import { type Static, Type } from 'typebox';
import { pagingQuery } from '../../platform/http/paging.ts';
import { freeText, id, nullable, oneOf, quantity, timestamp } from '../../platform/validation/fields.ts';
import type { MovementRow } from './list-queries.ts';
import { adjustmentTypeNames, movementTypeNames, movementTypes, type ShownLevel } from './rules.ts';
import type { Transferred } from './transfer-stock.ts';

export const level = Type.Object({
  product_id: id(),
  sku: Type.String(),
  product_name: Type.String(),
  warehouse_id: id(),
  warehouse_name: Type.String(),
  branch_id: id(),
  stock: Type.Integer({ description: 'On hand' }),
  reserved: Type.Integer({ description: 'Reserved for parked sales' }),
  available: Type.Integer({ description: 'stock − reserved' }),
  min_stock: nullable(Type.Integer()),
  low_stock: Type.Boolean({ description: 'available ≤ min_stock' }),
});

export const toLevel = (row: ShownLevel): Static<typeof level> => row;

export const movement = Type.Object({
  id: id(),
  product_id: id(),
  warehouse_id: id(),
  quantity: Type.Integer({ description: 'Signed change' }),
  balance: Type.Integer({ description: 'On hand afterwards' }),
  type: oneOf(movementTypes),
  reason: nullable(Type.String()),
  reference: nullable(Type.String()),
  user_id: nullable(id()),
  created_at: timestamp(),
});

/** The event payload of a movement: the movement and the resulting level. */
export const moved = Type.Object({ movement, level });
export const reserved = Type.Object({ level });

/** A movement in the ledger, with the names of product, warehouse and user. */
export const entry = Type.Object({
  ...movement.properties,
  sku: Type.String(),
  product_name: Type.String({ description: 'For a variant, after the product’s name' }),
  warehouse_name: Type.String(),
  user_name: nullable(Type.String()),
});

export const toEntry = (row: MovementRow): Static<typeof entry> => row;

export const movementsQuery = Type.Object({
  ...pagingQuery,
  product_id: Type.Optional(id()),
  with_variants: Type.Optional(Type.Boolean({ description: 'With `product_id`: also of its variants' })),
  warehouse_id: Type.Optional(id()),
  type: Type.Optional({
    ...oneOf(movementTypeNames),
    description: 'A type as shown, or one of an adjustment: `in` finds each `addition`, `out` each `subtraction`',
  }),
  start_date: Type.Optional(
    Type.String({
      format: 'date-or-time',
      description: 'Inclusive: a day in the merchant’s time zone, or a timestamp',
    }),
  ),
  end_date: Type.Optional(
    Type.String({
      format: 'date-or-time',
      description: 'Inclusive: a day in the merchant’s time zone, or a timestamp',
    }),
  ),
});

export const adjustmentBody = Type.Object({
  product_id: id(),
  warehouse_id: Type.Optional(
    nullable(
      Type.String({ format: 'uuid', description: 'Default, also for null: the default warehouse of your branch' }),
    ),
  ),
  quantity: Type.Integer({
    minimum: 0,
    maximum: 1_000_000_000,
    description: '1 to 1,000,000; the counted quantity for `adjustment`, which may be 0',
  }),
  type: oneOf(adjustmentTypeNames),
  expected: Type.Optional(
    Type.Integer({
      minimum: -1_000_000_000,
      maximum: 1_000_000_000,
      description:
        'Only for `adjustment`: the quantity on hand when it was counted. Only the difference is applied, so that what was sold between the count and this request stays sold.',
    }),
  ),
  reason: Type.Optional(nullable(freeText(500))),
  reference: Type.Optional(nullable(freeText(200))),
});

export const adjusted = Type.Object({
  movement: Type.Union([movement, Type.Null()], { description: 'null if a count changed nothing' }),
  level,
});

export const transferBody = Type.Object({
  product_id: id(),
  from_warehouse: id(),
  to_warehouse: id(),
  quantity: quantity(),
  reason: Type.Optional(nullable(freeText(500))),
  reference: Type.Optional(nullable(freeText(200))),
});

export const transferred = Type.Object({
  id: id(),
  product_id: id(),
  from_warehouse: id(),
  to_warehouse: id(),
  quantity: Type.Integer(),
  from_level: level,
  to_level: level,
  created_at: timestamp(),
});

export const toTransferred = ({ from_level, to_level, ...transfer }: Transferred): Static<typeof transferred> => ({
  ...transfer,
  from_level: toLevel(from_level),
  to_level: toLevel(to_level),
});
