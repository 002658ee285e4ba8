import { api, isNotFound } from '../../../session/api.ts';
import type { RowOf } from '../../../session/types.ts';
import type { Goods } from '../cart.ts';
import { goodsFound, sellablesOf, sellableWith } from './sellables.ts';

const found_at_most = 8;

/** Parallel lookups, so that many fast scans and long parked sales do not use up the rate limit. */
export const lookups_at_most = 4;

/** A product by its id, with its active variants. */
export const getSellables = async (id: string): Promise<Goods[]> =>
  sellablesOf((await api.getProduct({ path: { id } })).data);

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
  return found.length > 0 ? found : readProduct(id);
}

async function readProduct(id: string): Promise<Goods[]> {
  try {
    const { data } = await api.getProduct({ path: { id } });
    if (data.parent_id === undefined) return sellableWith(id, data);
    return sellableWith(id, (await api.getProduct({ path: { id: data.parent_id } })).data);
  } catch (error) {
    if (isNotFound(error)) return [];
    throw error;
  }
}
