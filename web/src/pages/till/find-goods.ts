import { api } from '../../session/api.ts';
import type { Answer, RowOf } from '../../session/types.ts';
import type { Goods } from './cart.ts';

const found_at_most = 8;

const goodsOf = ({ id, sku, name, price, tax_rate }: Goods): Goods => ({ id, sku, name, price, tax_rate });

/** A product and its variants, those that are sold. */
function sellablesOf(product: Answer<'getProduct'>): Goods[] {
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

/** A product that was chosen, and each of its variants. */
export const sellablesAt = async (id: string): Promise<Goods[]> => sellablesOf((await api.getProduct({ path: { id } })).data);

/** What fits while somebody types. */
export const suggest = async (search: string, signal: AbortSignal): Promise<RowOf<'listProducts'>[]> =>
  (await api.listProducts({ signal, query: { search, status: 'active', limit: found_at_most } })).data;

/** What a scanner read, or somebody typed: one where it is the code of one, else all that it may mean. */
export async function findGoods(text: string): Promise<Goods[]> {
  const [byCode, bySku, byText] = await Promise.all([
    api.listProducts({ query: { barcode: text, limit: 1 } }),
    api.listProducts({ query: { sku: text, status: 'active', limit: 1 } }),
    api.listProducts({ query: { search: text, status: 'active', limit: found_at_most } }),
  ]);
  const scanned = byCode.data[0] ?? bySku.data[0];
  if (scanned !== undefined) {
    const among = await sellablesAt(scanned.parent_id ?? scanned.id);
    return among.filter(({ id }) => id === scanned.id);
  }
  return (await Promise.all(byText.data.map(({ id }) => sellablesAt(id)))).flat();
}

/** `3*COF-250`: three of it. */
export function readScan(text: string): { quantity: number; code: string } {
  const [, count, code] = /^(\d{1,6})\s*[*×x]\s*(\S.*)$/i.exec(text.trim()) ?? [];
  return count === undefined || code === undefined || Number(count) === 0
    ? { quantity: 1, code: text.trim() }
    : { quantity: Number(count), code };
}
