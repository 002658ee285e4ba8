import type { ResponseData } from '../../../session/types.ts';
import type { Goods } from '../cart.ts';

const goodsOf = ({ id, sku, name, price, tax_rate }: Goods): Goods => ({ id, sku, name, price, tax_rate });

/** A product and its active variants. */
export function sellablesOf(product: ResponseData<'getProduct'>): Goods[] {
  const variants = product.variants.filter(({ status }) => status === 'active');
  return [
    goodsOf(product),
    ...variants.map((variant) => ({
      ...goodsOf(variant),
      name: `${product.name} - ${variant.name}`,
      tax_rate: variant.tax_rate ?? product.tax_rate,
    })),
  ];
}

/**
 * The product or variant with this id, if it is sold.
 * @param product the product; of a variant its parent
 */
export const sellableWith = (id: string, product: ResponseData<'getProduct'>): Goods[] =>
  product.status === 'active' ? sellablesOf(product).filter((goods) => goods.id === id) : [];

/** The product that a code means, or all candidates if the code is ambiguous. */
export const goodsFound = ({ sellable, candidates }: ResponseData<'lookUpCode'>): Goods[] =>
  (sellable === null ? candidates : [sellable]).map(goodsOf);
