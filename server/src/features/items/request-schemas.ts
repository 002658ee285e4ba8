import { Type } from 'typebox';
import { pagingQuery } from '../../platform/http/paging.ts';
import {
  changedStock,
  freeText,
  id,
  money,
  nullable,
  oneOf,
  quantity,
  stock,
  text,
} from '../../platform/validation/fields.ts';
import { sortFields, sortOrders } from './rules.ts';
import { statuses } from './schemas.ts';

const forLevels = (description: string) => ({ description: `Levels: ${description}` });
const forRecords = (description: string) => ({ description: `Records: ${description}` });

export const inventoryQuery = Type.Object({
  view: Type.Optional(
    Type.Unsafe<'levels' | 'records'>({
      ...oneOf(['levels', 'records']),
      description:
        'The list to return. Default: records if only parameters of records (or `page`, `limit`) are given, else levels',
    }),
  ),
  product_id: Type.Optional(Type.String({ format: 'uuid', ...forLevels('only of this product or variant') })),
  with_variants: Type.Optional(Type.Boolean(forLevels('with `product_id`, also of its variants'))),
  warehouse_id: Type.Optional(Type.String({ format: 'uuid', ...forLevels('only in this warehouse') })),
  branch_id: Type.Optional(Type.String({ format: 'uuid', description: 'Only what has a level in this branch' })),
  low_stock: Type.Optional(Type.Boolean(forLevels('only low stock'))),
  sort: Type.Optional(
    Type.String({
      maxLength: 200,
      format: 'text',
      ...forLevels(
        'sorted by `product_name` or `sku`, comma-separated, a minus before one reverses it; default: by id',
      ),
    }),
  ),
  search: Type.Optional(
    Type.String({
      maxLength: 200,
      format: 'text',
      ...forRecords('matches anywhere in a name or SKU, also of variants'),
    }),
  ),
  category: Type.Optional(
    Type.String({ maxLength: 200, format: 'text', ...forRecords('only of this category, in any case') }),
  ),
  status: Type.Optional(
    Type.Unsafe<(typeof statuses)[number]>({ ...oneOf(statuses), ...forRecords('only with this status') }),
  ),
  sort_by: Type.Optional(
    Type.Unsafe<(typeof sortFields)[number]>({
      ...oneOf(sortFields),
      ...forRecords('sorted by this field; default: newest first'),
    }),
  ),
  sort_order: Type.Optional(
    Type.Unsafe<(typeof sortOrders)[number]>({ ...oneOf(sortOrders), ...forRecords('`asc` by default') }),
  ),
  page: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1_000_000_000, description: 'Levels are paged only if a page is requested' }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'Default: 20' })),
  cursor: pagingQuery.cursor,
});

const optionalFields = {
  minStock: Type.Optional(nullable(Type.Integer({ minimum: 0, maximum: 1_000_000_000 }))),
  status: Type.Optional(oneOf(statuses)),
};

export const newRecordBody = Type.Object({
  name: text(300),
  sku: text(100),
  price: money(),
  stock: stock(),
  category: text(200),
  ...optionalFields,
});

export const changeRecordBody = Type.Object({
  name: Type.Optional(text(300)),
  sku: Type.Optional(text(100)),
  price: Type.Optional(money()),
  stock: Type.Optional(changedStock()),
  category: Type.Optional(nullable(freeText(200))),
  ...optionalFields,
});

export const bulkDeleteBody = Type.Object({ ids: Type.Array(id(), { minItems: 1, maxItems: 1_000 }) });

const reasonFields = {
  reason: Type.Optional(nullable(freeText(500))),
  reference: Type.Optional(nullable(freeText(200))),
};

export const recordAdjustmentBody = Type.Object({
  productId: id(),
  warehouseId: Type.Optional(
    Type.String({ format: 'uuid', description: 'Default: the default warehouse of your branch' }),
  ),
  quantity: Type.Integer({
    minimum: 0,
    maximum: 1_000_000_000,
    description: '1 to 1,000,000; the counted quantity for `adjustment`, which may be 0',
  }),
  type: oneOf(['in', 'out', 'adjustment', 'addition', 'subtraction']),
  ...reasonFields,
});

export const recordTransferBody = Type.Object({
  productId: id(),
  fromWarehouse: id(),
  toWarehouse: id(),
  quantity: quantity(),
  ...reasonFields,
});
