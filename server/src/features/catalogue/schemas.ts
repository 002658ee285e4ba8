import { toMajor } from '@tillhouse/core/money';
import { type Static, Type } from 'typebox';
import { type Actor, can, type Merchant } from '../../core/actor.ts';
import { type AddressOf, withAddresses } from '../../core/pictures.ts';
import { pagingQuery } from '../../platform/http/paging.ts';
import {
  amount,
  changedStock,
  freeText,
  id,
  money,
  nullable,
  oneOf,
  stock,
  text,
  timestamp,
} from '../../platform/validation/fields.ts';
import type { CategoryRow } from './category-queries.ts';
import type { ProductRow } from './queries.ts';
import { type ProductInput, percentOfPpm, settableFields } from './rules.ts';

const statuses = ['active', 'inactive'] as const;

const taxRate = () => Type.Number({ minimum: 0, maximum: 100, description: 'Percent' });

const optionalFields = {
  description: Type.Optional(freeText(10_000)),
  category: Type.Optional(nullable(freeText(200))),
  cost: Type.Optional(money()),
  stock: Type.Optional(stock()),
  status: Type.Optional(oneOf(statuses)),
  images: Type.Optional(Type.Array(Type.String({ format: 'uri', maxLength: 2_000 }), { maxItems: 20 })),
  barcode: Type.Optional(nullable(freeText(100))),
  min_stock: Type.Optional(nullable(Type.Integer({ minimum: 0, maximum: 1_000_000_000 }))),
  tax_rate: Type.Optional(nullable(taxRate())),
  track_stock: Type.Optional(Type.Boolean()),
  unit: Type.Optional(nullable(freeText(50))),
};

export const newProductBody = Type.Object({ sku: text(100), name: text(300), price: money(), ...optionalFields });

export const changeProductBody = Type.Object({
  sku: Type.Optional(text(100)),
  name: Type.Optional(text(300)),
  price: Type.Optional(money()),
  ...optionalFields,
  stock: Type.Optional(changedStock()),
});

export const changeProductsBody = Type.Object({
  ids: Type.Array(id(), { minItems: 1, maxItems: 1_000 }),
  changes: Type.Pick(changeProductBody, ['category', 'status', 'price', 'cost', 'min_stock', 'tax_rate', 'unit'], {
    minProperties: 1,
  }),
});

export const changedProducts = Type.Object({
  found: Type.Integer({ description: 'Number of the ids that exist' }),
  changed: Type.Integer({ description: 'Number of products that had other values' }),
});

export const productsQuery = Type.Object({
  ...pagingQuery,
  category: Type.Optional(freeText(200)),
  status: Type.Optional(oneOf(statuses)),
  search: Type.Optional(
    Type.String({
      maxLength: 200,
      format: 'text',
      description:
        'Matches anywhere in a name, SKU or barcode, also of variants; a barcode also with other leading zeros',
    }),
  ),
  barcode: Type.Optional(
    Type.String({
      maxLength: 100,
      format: 'text',
      description:
        'The one product or variant with this barcode, maybe with other leading zeros; a variant has `parent_id`',
    }),
  ),
  sku: Type.Optional(
    Type.String({
      maxLength: 100,
      format: 'text',
      description: 'The product or variant with this SKU, also in lower case',
    }),
  ),
  sort: Type.Optional(
    Type.String({ maxLength: 300, description: 'Fields, comma-separated; a minus before one reverses it' }),
  ),
  branch_id: Type.Optional(
    Type.String({ format: 'uuid', description: 'Only products with a level in this branch, with its stock' }),
  ),
});

const fields = {
  sku: Type.String(),
  name: Type.String(),
  price: amount(),
  cost: Type.Optional(Type.Number({ description: 'For roles that may see costs' })),
  stock: Type.Integer(),
  status: oneOf(statuses),
  barcode: nullable(Type.String()),
  min_stock: nullable(Type.Integer()),
  tax_rate: nullable(
    Type.Number({ description: 'Percent; null: the rate of a variant’s product, else the merchant’s' }),
  ),
  track_stock: Type.Boolean(),
  unit: nullable(Type.String()),
  created_at: timestamp(),
};

/** The fields that a product shares with its variants. */
const sharedFields = {
  description: Type.String(),
  category: nullable(Type.String()),
  images: Type.Array(Type.String()),
};

export const product = Type.Object({ id: id(), ...fields, ...sharedFields, updated_at: timestamp() });

/** A single variant has the fields of a product, and `parent_id`. */
const productOrVariant = { ...product.properties, parent_id: Type.Optional(id()) };

export const listedProduct = Type.Object(productOrVariant);

/** A product or variant with all fields. */
export const wholeProduct = Type.Object({ ...productOrVariant, cost: amount() });

export const flatProduct = Type.Object({ success: Type.Literal(true), ...productOrVariant });

export const variant = Type.Object({ id: id(), product_id: id(), ...fields, updated_at: timestamp() });

export const productDetail = Type.Object({ ...productOrVariant, variants: Type.Array(variant) });

export const changedProduct = Type.Object({
  id: id(),
  ...Type.Partial(Type.Object({ ...fields, ...sharedFields })).properties,
  updated_at: timestamp(),
});

/** Includes the cost only for roles that may see it. */
export function toProduct(
  row: ProductRow,
  actor: Actor,
  addressOf: AddressOf,
): Static<typeof product> & { parent_id?: string } {
  const { cost, ...shown } = withAddresses(toWholeProduct(row, actor.merchant), addressOf);
  return can(actor, 'costs:read') ? { ...shown, cost } : shown;
}

/** As stored in events: pictures become addresses when the event is shown. */
export function toWholeProduct(row: ProductRow, { currency }: Pick<Merchant, 'currency'>): Static<typeof wholeProduct> {
  return {
    id: row.id,
    sku: row.sku,
    name: row.name,
    description: row.description,
    category: row.category,
    price: toMajor(row.price, currency),
    cost: toMajor(row.cost, currency),
    stock: Number(row.stock),
    status: row.status,
    images: row.images,
    barcode: row.barcode,
    min_stock: row.min_stock,
    tax_rate: row.tax_rate_ppm === null ? null : percentOfPpm(row.tax_rate_ppm),
    track_stock: row.track_stock,
    unit: row.unit,
    ...(row.parent_id === null ? {} : { parent_id: row.parent_id }),
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

export function toVariant(row: ProductRow, actor: Actor, addressOf: AddressOf): Static<typeof variant> {
  const { parent_id, ...shown } = toProduct(row, actor, addressOf);
  return { ...shown, product_id: parent_id ?? row.id };
}

export const toDetail = (
  found: { product: ProductRow; variants: ProductRow[] },
  actor: Actor,
  addressOf: AddressOf,
): Static<typeof productDetail> => ({
  ...toProduct(found.product, actor, addressOf),
  variants: found.variants.map((row) => toVariant(row, actor, addressOf)),
});

/** The given settable fields, with their new values. */
export function toChanged(
  row: ProductRow,
  { actor, sent, addressOf }: { actor: Actor; sent: ProductInput; addressOf: AddressOf },
): Static<typeof changedProduct> {
  const shown = toProduct(row, actor, addressOf);
  const changed = settableFields.filter((field) => sent[field] !== undefined).map((field) => [field, shown[field]]);
  return { id: shown.id, ...Object.fromEntries(changed), updated_at: shown.updated_at };
}

export const categoriesQuery = Type.Object(pagingQuery);

export const categoryBody = Type.Object({ name: text(200) });

export const category = Type.Object({
  id: id(),
  name: Type.String(),
  product_count: Type.Integer(),
  created_at: timestamp(),
  updated_at: timestamp(),
});

export const toCategory = (row: CategoryRow): Static<typeof category> => ({
  ...row,
  product_count: Number(row.product_count),
});
