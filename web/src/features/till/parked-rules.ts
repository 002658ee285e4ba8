import { toMajor, toMinor } from '@tillhouse/core/money';
import type { ResponseData } from '../../session/types.ts';
import { type Cart, contentOf, type DiscountInput, type Goods, type Line, type LineState } from './cart.ts';

type Parked = ResponseData<'getTransaction'>;

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

/** The product that the SKU of a line means today. */
export const onlyOne = ([goods, ...others]: readonly Goods[]): LineState =>
  goods === undefined || others.length > 0 ? { kind: 'unknown' } : { kind: 'ready', goods };

/** The discount on the whole sale: the total discount without the line discounts. */
export function saleDiscount(
  { discount, discount_percent, items }: Pick<Parked, 'discount' | 'discount_percent' | 'items'>,
  currency: string,
): DiscountInput {
  if (discount_percent !== null) return { percent: discount_percent };
  const ofLines = items.reduce((sum, item) => sum + (toMinor(item.line_discount, currency) ?? 0n), 0n);
  return toMajor((toMinor(discount, currency) ?? 0n) - ofLines, currency);
}

/** The content of a parked sale in the format of the service. A field without a value is emptied. */
export function parkedBodyOf(cart: Cart) {
  const { items, discount = 0, note = null, customer_id = null } = contentOf(cart);
  return { items, discount, note, customer_id, label: cart.label.trim() === '' ? null : cart.label.trim() };
}
