import { Type } from 'typebox';
import { pagingQuery } from '../../platform/http/paging.ts';
import { freeText, id, money, nullable, oneOf, quantity, text } from '../../platform/validation/fields.ts';
import { sortFields, sortOrders } from './rules.ts';
import { statuses } from './schemas.ts';

const forLevels = (description: string) => ({ description: `Levels: ${description}` });
const forRecords = (description: string) => ({ description: `Records: ${description}` });

export const inventoryQuery = Type.Object({
  view: Type.Optional(
    Type.Unsafe<'levels' | 'records'>({
      ...oneOf(['levels', 'records']),
      description: 'What is listed. When left out, records if only parameters of records (or `page`, `limit`) are given, else levels',
    }),
  ),
  product_id: Type.Optional(Type.String({ format: 'uuid', ...forLevels('of this product or variant') })),
  warehouse_id: Type.Optional(Type.String({ format: 'uuid', ...forLevels('in this warehouse') })),
  branch_id: Type.Optional(Type.String({ format: 'uuid', description: 'What this branch has a level of' })),
  low_stock: Type.Optional(Type.Boolean(forLevels('only what is low'))),
  sort: Type.Optional(
    Type.String({
      maxLength: 200,
      format: 'text',
      ...forLevels(
        'by `product_name` or `sku`, comma-separated, a minus before one turns it round; in the order of their ids when left out',
      ),
    }),
  ),
  search: Type.Optional(Type.String({ maxLength: 200, format: 'text', ...forRecords('anywhere in a name or SKU, those of variants too') })),
  category: Type.Optional(Type.String({ maxLength: 200, format: 'text', ...forRecords('of this category, in whatever case') })),
  status: Type.Optional(Type.Unsafe<(typeof statuses)[number]>({ ...oneOf(statuses), ...forRecords('of this status') })),
  sort_by: Type.Optional(
    Type.Unsafe<(typeof sortFields)[number]>({ ...oneOf(sortFields), ...forRecords('by this field; the newest first when left out') }),
  ),
  sort_order: Type.Optional(Type.Unsafe<(typeof sortOrders)[number]>({ ...oneOf(sortOrders), ...forRecords('`asc` unless told') })),
  page: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1_000_000_000, description: 'Levels are cut into pages only when a page is asked for' }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: '20 when left out' })),
  cursor: pagingQuery.cursor,
});

const stock = () => Type.Integer({ minimum: 0, maximum: 1_000_000_000, description: 'On hand in all warehouses together' });

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
  stock: Type.Optional(stock()),
  category: Type.Optional(nullable(freeText(200))),
  ...optionalFields,
});

export const bulkDeleteBody = Type.Object({ ids: Type.Array(id(), { minItems: 1, maxItems: 1_000 }) });

const why = { reason: Type.Optional(nullable(freeText(500))), reference: Type.Optional(nullable(freeText(200))) };

export const recordAdjustmentBody = Type.Object({
  productId: id(),
  warehouseId: Type.Optional(Type.String({ format: 'uuid', description: 'The default warehouse of your branch when left out' })),
  quantity: Type.Integer({
    minimum: 0,
    maximum: 1_000_000_000,
    description: '1 to 1,000,000; the counted quantity for `adjustment`, which may be 0',
  }),
  type: oneOf(['in', 'out', 'adjustment', 'addition', 'subtraction']),
  ...why,
});

export const recordTransferBody = Type.Object({ productId: id(), fromWarehouse: id(), toWarehouse: id(), quantity: quantity(), ...why });
