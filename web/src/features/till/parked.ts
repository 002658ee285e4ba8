import { api, TillhouseError } from '../../session/api.ts';
import { isUsedApproval, withApproval } from '../approvals/act-rules.ts';
import type { Cart, Goods, Line, LineState, TaxSettings } from './cart.ts';
import type { Catalogue } from './catalogue/catalogue.ts';
import {
  cartOf,
  enteredOf,
  type Parked,
  parkedBodyOf,
  parkedGoodsOf,
  soldToday,
  storedContentOf,
} from './parked-rules.ts';
import { lookUpProduct, lookups_at_most } from './scanning/catalogue-queries.ts';
import { limitConcurrency } from './scanning/limit-concurrency.ts';

/** Another till has changed the parked sale since it was opened. */
export class ParkedSaleChanged extends Error {
  /** The sale as it is now. */
  readonly cart: Cart;

  constructor(cart: Cart) {
    super('The parked sale has changed');
    this.cart = cart;
  }
}

/** The shop, and the products on this device: what they have is not requested. */
interface Shop {
  merchant: TaxSettings;
  catalogue: Pick<Catalogue, 'findById'>;
}

/** Opens a parked sale as a cart, with the current products and prices. */
export async function openParked(id: string, shop: Shop): Promise<Cart> {
  return toCart((await api.getTransaction({ path: { id } })).data, shop);
}

/**
 * Reads the parked sale of an unchanged cart.
 * @throws ParkedSaleChanged; TillhouseError INVALID_STATE if it is no longer parked, as for a change
 */
export async function readUnchanged(cart: Cart, shop: Shop): Promise<Parked> {
  const sale = (await api.getTransaction({ path: { id: cart.parked_id ?? '' } })).data;
  if (sale.status !== 'pending') return saveParked(cart);
  if (storedContentOf(sale, shop.merchant) !== cart.parked_content)
    throw new ParkedSaleChanged(await toCart(sale, shop));
  return sale;
}

async function toCart(sale: Parked, { merchant, catalogue }: Shop): Promise<Cart> {
  const limit = limitConcurrency(lookups_at_most);
  const find: FindGoods = async (id, sku) => {
    const local = await catalogue.findById(id);
    return local === undefined ? limit(() => lookUpProduct(id, sku)) : [local];
  };
  const lines = await Promise.all(sale.items.map((item) => lineOf(sale, item, find)));
  const cart = cartOf(sale, lines, merchant.currency);
  const buyer = cart.buyer === null ? null : { ...cart.buyer, name: await nameOf(cart.buyer.id) };
  return { ...cart, buyer, parked_content: storedContentOf(sale, merchant) };
}

type FindGoods = (product_id: string, sku: string) => Promise<Goods[]>;

async function lineOf(sale: Parked, item: Parked['items'][number], find: FindGoods): Promise<Line> {
  return {
    key: `${sale.id} ${item.line_no}`,
    ...enteredOf(item),
    state: await stateOf(item, find),
  };
}

async function stateOf(item: Parked['items'][number], find: FindGoods): Promise<LineState> {
  if (item.product_id === null) return { kind: 'ready', goods: parkedGoodsOf(item) };
  return soldToday(await find(item.product_id, item.sku ?? ''));
}

/** A role that cannot read customers still keeps the customer of the sale. */
async function nameOf(id: string): Promise<string> {
  try {
    return (await api.getCustomer({ path: { id } })).data.name;
  } catch {
    return '–';
  }
}

/** Saves a parked sale with the content of the cart. */
export async function saveParked(cart: Cart, approval_id?: string): Promise<Parked> {
  const call = savingOf(cart);
  const sent = approval_id === undefined ? call : withApproval(call, approval_id);
  return (await api.updateTransaction(sent)).data;
}

/**
 * The same with its approval. A change has no idempotency key: if its response was lost, the approval is used, and the
 * sale is as it was saved.
 */
export async function saveApproved(cart: Cart, approval_id: string): Promise<Parked> {
  try {
    return await saveParked(cart, approval_id);
  } catch (error) {
    if (!(error instanceof TillhouseError && isUsedApproval(error))) throw error;
    return (await api.getTransaction({ path: { id: cart.parked_id ?? '' } })).data;
  }
}

export const savingOf = (cart: Cart) => ({ path: { id: cart.parked_id ?? '' }, body: parkedBodyOf(cart) });
