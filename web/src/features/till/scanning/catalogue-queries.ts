import { api } from '../../../session/api.ts';
import type { ResponseData, RowOf } from '../../../session/types.ts';
import type { Goods } from '../cart.ts';

const found_at_most = 8;

const goodsOf = ({ id, sku, name, price, tax_rate }: Goods): Goods => ({ id, sku, name, price, tax_rate });

/** A product and its active variants. */
function sellablesOf(product: ResponseData<'getProduct'>): Goods[] {
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

/** A product by its id, with its active variants. */
export const getSellables = async (id: string): Promise<Goods[]> =>
  sellablesOf((await api.getProduct({ path: { id } })).data);

/** Suggestions for the typed text. */
export const suggest = async (search: string, signal: AbortSignal): Promise<RowOf<'listProducts'>[]> =>
  (await api.listProducts({ signal, query: { search, status: 'active', limit: found_at_most } })).data;

/** The product with this code, or all candidates if the code is ambiguous. */
export async function lookUp(code: string): Promise<Goods[]> {
  const { sellable, candidates } = (await api.lookUpCode({ query: { code } })).data;
  return (sellable === null ? candidates : [sellable]).map(goodsOf);
}
