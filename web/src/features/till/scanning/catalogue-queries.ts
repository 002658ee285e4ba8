import { api } from '../../../session/api.ts';
import type { RowOf } from '../../../session/types.ts';
import type { Goods } from '../cart.ts';
import { goodsFound, sellablesOf } from './sellables.ts';

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
