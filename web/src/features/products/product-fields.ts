import { numberOf, textOf, withoutUndefined } from '../../design/forms/form-values.ts';
import type { Product } from './use-change-product.ts';

/** Converts the form's texts to fields of the service. */
export const fieldsFrom = (texts: Record<string, string>) => ({
  name: texts.name ?? '',
  sku: texts.sku ?? '',
  description: texts.description ?? '',
  category: textOf(texts.category) ?? null,
  barcode: textOf(texts.barcode) ?? null,
  unit: textOf(texts.unit) ?? null,
  price: numberOf(texts.price) ?? 0,
  ...(texts.cost === undefined ? {} : { cost: numberOf(texts.cost) ?? 0 }),
  min_stock: numberOf(texts.min_stock) ?? null,
  tax_rate: numberOf(texts.tax_rate) ?? null,
  track_stock: texts.track_stock !== undefined,
});
type Fields = ReturnType<typeof fieldsFrom>;

/** Only the fields that the user changed, so that other users' changes stay. */
export const changedFields = (fields: Fields, before: Product): Partial<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([name, value]) => before[name as keyof Product] !== value));

/** Converts the form's texts to a product for the service. */
export function productFrom(texts: Record<string, string>, isTracked: boolean | undefined) {
  const { name = '', sku = '' } = texts;
  const numbers = { cost: numberOf(texts.cost), stock: numberOf(texts.stock), min_stock: numberOf(texts.min_stock) };
  const words = { category: textOf(texts.category), barcode: textOf(texts.barcode) };
  return {
    name,
    sku,
    price: numberOf(texts.price) ?? 0,
    ...withoutUndefined({ ...numbers, ...words, track_stock: isTracked === false ? false : undefined }),
  };
}

/** Converts the form's texts to a variant for the service. */
export function variantFrom(texts: Record<string, string>, isTracked: boolean | undefined) {
  const { name = '', sku = '' } = texts;
  const numbers = { cost: numberOf(texts.cost), stock: numberOf(texts.stock) };
  return {
    name,
    sku,
    price: numberOf(texts.price) ?? 0,
    ...withoutUndefined({
      barcode: textOf(texts.barcode),
      ...numbers,
      track_stock: isTracked === false ? false : undefined,
    }),
  };
}

/** Whether a product is at its reorder point or below. */
export const isLow = ({ stock, min_stock }: Pick<Product, 'min_stock'> & { stock: number }): boolean =>
  min_stock !== null && stock <= min_stock;
