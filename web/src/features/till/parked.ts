import { api, TillhouseError } from '../../session/api.ts';
import type { ResponseData } from '../../session/types.ts';
import { isUsedApproval, withApproval } from '../approvals/act-rules.ts';
import type { Cart, Line, LineState } from './cart.ts';
import { enteredOf, onlyOne, parkedBodyOf, saleDiscount } from './parked-rules.ts';
import { lookUp } from './scanning/catalogue-queries.ts';

type Parked = ResponseData<'getTransaction'>;

/** Opens a parked sale as a cart, with the current products and prices. */
export async function openParked(id: string, currency: string): Promise<Cart> {
  const sale = (await api.getTransaction({ path: { id } })).data;
  const lines = await Promise.all(sale.items.map((item) => lineOf(sale, item)));
  const buyer = sale.customer_id === null ? null : { id: sale.customer_id, name: await nameOf(sale.customer_id) };
  return {
    lines,
    buyer,
    discount: saleDiscount(sale, currency),
    note: sale.note ?? '',
    label: sale.label ?? '',
    paying: null,
    parked_id: id,
    parked_branch_id: sale.branch_id,
  };
}

async function lineOf(sale: Parked, item: Parked['items'][number]): Promise<Line> {
  return {
    key: `${sale.id} ${item.line_no}`,
    ...enteredOf(item),
    state: await stateOf(item),
  };
}

async function stateOf({ product_id, sku, name, price, tax_rate }: Parked['items'][number]): Promise<LineState> {
  if (product_id === null) return { kind: 'ready', goods: { id: null, sku: '', name, price, tax_rate } };
  return onlyOne(await lookUp(sku ?? ''));
}

/** A role that cannot read customers still keeps the customer of the sale. */
async function nameOf(id: string): Promise<string> {
  try {
    return (await api.getCustomer({ path: { id } })).data.name;
  } catch {
    return '–';
  }
}

/** Saves a parked sale with the content of the cart. @returns its new total */
export async function saveParked(cart: Cart, approval_id?: string): Promise<number> {
  const call = savingOf(cart);
  const sent = approval_id === undefined ? call : withApproval(call, approval_id);
  return (await api.updateTransaction(sent)).data.total_amount;
}

/**
 * The same with its approval. A change has no idempotency key: if its response was lost, the approval is used, and the
 * sale is as it was saved.
 */
export async function saveApproved(cart: Cart, approval_id: string): Promise<number> {
  try {
    return await saveParked(cart, approval_id);
  } catch (error) {
    if (!(error instanceof TillhouseError && isUsedApproval(error))) throw error;
    return (await api.getTransaction({ path: { id: cart.parked_id ?? '' } })).data.total_amount;
  }
}

export const savingOf = (cart: Cart) => ({ path: { id: cart.parked_id ?? '' }, body: parkedBodyOf(cart) });
