import { toMajor } from '@tillhouse/core/money';
import { minorOf } from '../../lib/amounts.ts';
import type { ResponseData } from '../../session/types.ts';
import {
  type Cart,
  contentOf,
  type DiscountInput,
  type Goods,
  isReady,
  type Line,
  type LineState,
  type TaxSettings,
} from './cart.ts';

export type Parked = ResponseData<'updateTransaction'>;

/** What the cashier entered for a line of a parked sale. */
export const enteredOf = ({
  sku,
  name,
  quantity,
  product_id,
  price,
  price_overridden,
  line_discount,
  discount_percent,
}: Parked['items'][number]): Pick<Line, 'code' | 'quantity' | 'price' | 'discount'> => ({
  code: sku ?? name,
  quantity,
  // A custom item has no catalogue price to override.
  price: price_overridden && product_id !== null ? price : null,
  discount: discount_percent === null ? line_discount : { percent: discount_percent },
});

/** The product of a line as it is sold today; unknown if it is not sold any more. */
export const soldToday = ([goods]: readonly Goods[]): LineState =>
  goods === undefined ? { kind: 'unknown' } : { kind: 'ready', goods };

/** The discount on the whole sale: the total discount without the line discounts. */
export function saleDiscount(
  { discount, discount_percent, items }: Pick<Parked, 'discount' | 'discount_percent' | 'items'>,
  currency: string,
): DiscountInput {
  if (discount_percent !== null) return { percent: discount_percent };
  const ofLines = items.reduce((sum, item) => sum + minorOf(item.line_discount, currency), 0n);
  return toMajor(minorOf(discount, currency) - ofLines, currency);
}

/** The content of a parked sale in the format of the service. A field without a value is emptied. */
export function parkedBodyOf(cart: Cart) {
  const { items, discount = 0, note = null, customer_id = null } = contentOf(cart);
  return { items, discount, note, customer_id, label: cart.label.trim() === '' ? null : cart.label.trim() };
}

/** The product or custom item of a line as it was parked. */
export const parkedGoodsOf = ({ product_id, sku, name, list_price, tax_rate }: Parked['items'][number]): Goods => ({
  id: product_id,
  sku: sku ?? '',
  name,
  price: list_price,
  tax_rate,
});

/** A parked sale as a cart with these lines. */
export const cartOf = (sale: Parked, lines: readonly Line[], currency: string): Cart => ({
  lines,
  buyer: sale.customer_id === null ? null : { id: sale.customer_id, name: '' },
  discount: saleDiscount(sale, currency),
  note: sale.note ?? '',
  label: sale.label ?? '',
  paying: null,
  parked_id: sale.id,
  parked_branch_id: sale.branch_id,
});

/**
 * All that a change of a parked sale would save, with the catalogue's prices, the tax rates and the total. If the cart
 * and the stored sale have the same content, the sale can be completed as it is.
 */
export function parkedContentOf(cart: Cart, total: number, { tax_rate }: Pick<TaxSettings, 'tax_rate'>): string {
  const listed = cart.lines.filter(isReady).map(({ state: { goods } }) => [goods.price, goods.tax_rate ?? tax_rate]);
  return JSON.stringify([parkedBodyOf(cart), listed, total]);
}

/** The content of a parked sale as it is stored. */
export function storedContentOf(sale: Parked, merchant: TaxSettings): string {
  const lines = sale.items.map((item): Line => {
    const goods = parkedGoodsOf(item);
    return { key: String(item.line_no), ...enteredOf(item), state: { kind: 'ready', goods } };
  });
  return parkedContentOf(cartOf(sale, lines, merchant.currency), sale.total_amount, merchant);
}

/** Whether the cart is the parked sale as it was opened, at the total that is shown. */
export const isUnchanged = (cart: Cart, total: number, merchant: TaxSettings): boolean =>
  cart.parked_content === parkedContentOf(cart, total, merchant);
