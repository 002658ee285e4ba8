import { toMajor, toMinor } from '@tillhouse/core/money';
import { api } from '../../session/api.ts';
import type { ResponseData } from '../../session/types.ts';
import { type Cart, contentOf, type DiscountInput, type Line, type LineState } from './cart.ts';
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
  };
}

async function lineOf(sale: Parked, item: Parked['items'][number]): Promise<Line> {
  return {
    key: `${sale.id} ${item.line_no}`,
    code: item.sku ?? item.name,
    quantity: item.quantity,
    // A custom item has no catalogue price to override.
    price: item.price_overridden && item.product_id !== null ? item.price : null,
    discount: item.discount_percent === null ? item.line_discount : { percent: item.discount_percent },
    state: await stateOf(item),
  };
}

async function stateOf({ product_id, sku, name, price, tax_rate }: Parked['items'][number]): Promise<LineState> {
  if (product_id === null) return { kind: 'ready', goods: { id: null, sku: '', name, price, tax_rate } };
  const [goods, ...others] = await lookUp(sku ?? '');
  return goods === undefined || others.length > 0 ? { kind: 'unknown' } : { kind: 'ready', goods };
}

/** The discount on the whole sale: the total discount without the line discounts. */
function saleDiscount({ discount, discount_percent, items }: Parked, currency: string): DiscountInput {
  if (discount_percent !== null) return { percent: discount_percent };
  const ofLines = items.reduce((sum, item) => sum + (toMinor(item.line_discount, currency) ?? 0n), 0n);
  return toMajor((toMinor(discount, currency) ?? 0n) - ofLines, currency);
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
export async function saveParked(cart: Cart): Promise<number> {
  const { items, discount = 0, note = null, customer_id = null } = contentOf(cart);
  const label = cart.label.trim() === '' ? null : cart.label.trim();
  const body = { items, discount, note, customer_id, label: label };
  return (await api.updateTransaction({ path: { id: cart.parked_id ?? '' }, body })).data.total_amount;
}
