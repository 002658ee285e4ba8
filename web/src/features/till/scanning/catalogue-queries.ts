import { api, isNotFound } from '../../../session/api.ts';
import type { ResponseData, RowOf } from '../../../session/types.ts';
import type { Goods } from '../cart.ts';
import { goodsFound, sellablesOf, sellableWith } from './sellables.ts';

const found_at_most = 8;

/** Parallel lookups, so that many fast scans and long parked sales do not use up the rate limit. */
export const lookups_at_most = 4;

/** A product by its id, with its active variants; none if it is not sold any more. */
export async function lookUpWithVariants(id: string): Promise<Goods[]> {
  const product = await readProduct(id);
  return product?.status === 'active' ? sellablesOf(product) : [];
}

/** Suggestions for the typed text. */
export const suggest = async (search: string, signal: AbortSignal): Promise<RowOf<'listProducts'>[]> =>
  (await api.listProducts({ signal, query: { search, status: 'active', limit: found_at_most } })).data;

/** The product with this code, or all candidates if the code is ambiguous. */
export const lookUp = async (code: string): Promise<Goods[]> =>
  goodsFound((await api.lookUpCode({ query: { code } })).data);

/**
 * The product or variant with this id, which had this SKU; none if it is not sold any more. Lookups of codes have a rate
 * limit of their own, so the id is read only if the SKU means another product today.
 */
export async function lookUpProduct(id: string, sku: string): Promise<Goods[]> {
  const found = sku === '' ? [] : (await lookUp(sku)).filter((goods) => goods.id === id);
  return found.length > 0 ? found : readSellable(id);
}

/** What the branch can sell of a product or variant; `null` if its stock is not tracked, or its SKU is another's code. */
export async function lookUpAvailable(
  { id, sku, branch_id }: { id: string; sku: string; branch_id: string | undefined },
  signal: AbortSignal,
): Promise<number | null> {
  const { data } = await api.lookUpCode({
    signal,
    query: { code: sku, ...(branch_id === undefined ? {} : { branch_id }) },
  });
  return data.sellable?.id === id ? data.sellable.available : null;
}

async function readSellable(id: string): Promise<Goods[]> {
  const own = await readProduct(id);
  const product = own?.parent_id === undefined ? own : await readProduct(own.parent_id);
  return product === undefined ? [] : sellableWith(id, product);
}

async function readProduct(id: string): Promise<ResponseData<'getProduct'> | undefined> {
  try {
    return (await api.getProduct({ path: { id } })).data;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
