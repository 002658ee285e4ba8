import { toMajor } from '@tillhouse/core/money';
import { type Static, Type } from 'typebox';
import type { AddressOf } from '../../core/pictures.ts';
import { amount, nullable, oneOf, text } from '../../platform/validation/fields.ts';
import type { Lookup } from './find-sellables.ts';
import { percentOfPpm } from './rules.ts';
import type { FoundSellable } from './sellable-queries.ts';

export const lookupQuery = Type.Object({
  code: { ...text(100), description: 'A barcode or SKU, or a part of a name or code' },
  branch_id: Type.Optional(
    Type.String({
      format: 'uuid',
      description: 'The branch whose stock is shown; default: the caller’s branch, or the default branch',
    }),
  ),
});

const sellable = Type.Object({
  id: Type.String({ format: 'uuid', description: 'The `product_id` for an item of a transaction' }),
  product_id: Type.String({ format: 'uuid', description: 'The product; for a variant its parent' }),
  name: Type.String({ description: 'Includes the variant’s name' }),
  sku: Type.String(),
  barcode: nullable(Type.String()),
  price: amount(),
  tax_rate: nullable(Type.Number({ description: 'Percent; null: the merchant’s rate' })),
  track_stock: Type.Boolean(),
  available: nullable(
    Type.Integer({
      description:
        'What a sale can take: on hand and not reserved in the default warehouse of the branch; null if stock is not tracked',
    }),
  ),
  image: nullable(Type.String()),
});

export const lookup = Type.Object({
  match: oneOf(['barcode', 'sku', 'none']),
  sellable: Type.Union([sellable, Type.Null()]),
  candidates: Type.Array(sellable, {
    maxItems: 8,
    description: 'Possible matches, if no barcode or SKU equals the code',
  }),
});

interface SellableContext {
  currency: string;
  addressOf: AddressOf;
}

const toSellable = (row: FoundSellable, { currency, addressOf }: SellableContext): Static<typeof sellable> => ({
  id: row.id,
  product_id: row.product_id,
  name: row.name,
  sku: row.sku,
  barcode: row.barcode,
  price: toMajor(row.price, currency),
  tax_rate: row.tax_rate_ppm === null ? null : percentOfPpm(row.tax_rate_ppm),
  track_stock: row.track_stock,
  available: row.available === null ? null : Number(row.available),
  image: row.image === null ? null : addressOf(row.image),
});

export const toLookup = (found: Lookup, context: SellableContext): Static<typeof lookup> => ({
  match: found.match,
  sellable: found.sellable === null ? null : toSellable(found.sellable, context),
  candidates: found.candidates.map((row) => toSellable(row, context)),
});
