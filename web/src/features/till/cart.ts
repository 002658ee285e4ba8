import { type Minor, toMajor } from '@tillhouse/core/money';
import { type Discount, type PricedSale, priceSale, type TaxMode } from '@tillhouse/core/pricing';
import { minorOf } from '../../lib/amounts.ts';
import type { Paying } from './paying.ts';

/** A product, variant or custom item that can be sold. Amounts are in the currency's major unit. */
export interface Goods {
  /** `null` for a custom item, which has no product. */
  id: string | null;
  sku: string;
  name: string;
  price: number;
  /** Percent; `null` for the shop's rate. */
  tax_rate: number | null;
}

/** A discount as an amount or a percentage. 0 for none. */
export type DiscountInput = number | { percent: number };

/** State of a line. The sale cannot be paid before all lines are `ready`. */
export type LineState =
  | { kind: 'looking' }
  /** Several products match the code. */
  | { kind: 'choose'; among: readonly Goods[] }
  /** No product has the code. */
  | { kind: 'unknown' }
  /** The lookup failed, for example without a connection. */
  | { kind: 'failed' }
  | { kind: 'ready'; goods: Goods };

export interface Line {
  key: string;
  /** The scanned or typed code, or the SKU of a tapped product. */
  code: string;
  /** The product or variant, if it is known while the line is `looking`. Its code may mean another one today. */
  product_id?: string;
  /** The product was tapped: its variants are offered, too. */
  offers_variants?: true;
  quantity: number;
  /** A price other than the catalogue's; `null` for the catalogue price. */
  price: number | null;
  discount: DiscountInput;
  state: LineState;
}

export type ReadyLine = Line & { state: { kind: 'ready' } };

export interface Buyer {
  id: string;
  name: string;
}

/** An open sale of one customer. */
export interface Cart {
  lines: readonly Line[];
  buyer: Buyer | null;
  discount: DiscountInput;
  note: string;
  /** Label of a parked sale. */
  label: string;
  /** `null` until the cashier changes the payment. */
  paying: Paying | null;
  /** Id of the parked sale that was opened, if any. */
  parked_id: string | null;
  /** Branch of that parked sale. */
  parked_branch_id?: string;
  /** Content of that parked sale as it is stored; see `parkedContentOf`. */
  parked_content?: string;
}

export const emptyCart: Cart = {
  lines: [],
  buyer: null,
  discount: 0,
  note: '',
  label: '',
  paying: null,
  parked_id: null,
};

const isNothing = (discount: DiscountInput): boolean =>
  typeof discount === 'number' ? discount === 0 : discount.percent === 0;

export const quantity_at_most = 1_000_000;

export const isReady = (line: Line): line is ReadyLine => line.state.kind === 'ready';

/** The unit price that is charged. */
export const priceOf = ({ price, state: { goods } }: ReadyLine): number => price ?? goods.price;

/** Whether the cart holds nothing. The payment method does not count. */
export const isEmpty = ({ lines, parked_id, buyer, discount, note, label }: Cart): boolean =>
  lines.length === 0 &&
  parked_id === null &&
  buyer === null &&
  isNothing(discount) &&
  note.trim() === '' &&
  label.trim() === '';

/** A sale can be paid when all of its lines are ready. */
export const canBePaid = ({ lines }: Cart): boolean => lines.length > 0 && lines.every(isReady);

/** Whether a line is still looked up. Others that are not ready wait for the cashier. */
export const isLookingUp = ({ lines }: Cart): boolean => lines.some(({ state }) => state.kind === 'looking');

export interface TaxSettings {
  currency: string;
  tax_mode: TaxMode;
  /** Percent. */
  tax_rate: number;
}

interface ReadyToPrice {
  key: string;
  quantity: number;
  price: Minor;
  discount: Discount;
  tax_rate_ppm: number;
}

/** The prices that the service will charge. `undefined` if a discount is more than the amount it applies to. */
export function pricesOf(cart: Cart, merchant: TaxSettings): PricedSale<ReadyToPrice> | undefined {
  const lines = cart.lines.filter(isReady).map((line) => ({
    key: line.key,
    quantity: line.quantity,
    price: minorOf(priceOf(line), merchant.currency),
    discount: discountOf(line.discount, merchant.currency),
    tax_rate_ppm: ppmOf(line.state.goods.tax_rate ?? merchant.tax_rate),
  }));
  const found = priceSale({
    lines,
    discount: discountOf(cart.discount, merchant.currency),
    tax_mode: merchant.tax_mode,
  });
  return 'priced' in found ? found.priced : undefined;
}

const ppmOf = (percent: number): number => Math.round(percent * 10_000);
const discountOf = (discount: DiscountInput, currency: string): Discount =>
  typeof discount === 'number' ? minorOf(discount, currency) : { percent_ppm: ppmOf(discount.percent) };

export const totalOf = (cart: Cart, merchant: TaxSettings): number =>
  toMajor(pricesOf(cart, merchant)?.total ?? 0n, merchant.currency);

/** The items in the format of the service. */
export const itemsOf = ({ lines }: Cart) =>
  lines.filter(isReady).map(({ quantity, price, discount, state: { goods } }) => ({
    ...(goods.id === null
      ? customItem({ ...goods, price: price ?? goods.price })
      : { product_id: goods.id, ...(price === null ? {} : { price }) }),
    quantity,
    ...(isNothing(discount) ? {} : { discount }),
  }));

const customItem = ({ name, price, tax_rate }: Goods) => ({ name, price, ...(tax_rate === null ? {} : { tax_rate }) });

/** The fields of a sale that do not depend on its payment. */
export const contentOf = (cart: Cart) => ({
  items: itemsOf(cart),
  ...(isNothing(cart.discount) ? {} : { discount: cart.discount }),
  ...(cart.buyer === null ? {} : { customer_id: cart.buyer.id }),
  ...(cart.note.trim() === '' ? {} : { note: cart.note.trim() }),
});

/** Reads a scan with an optional quantity: `3*COF-250` is three of that code. */
export function readScan(text: string): { quantity: number; code: string } {
  const [, count, code] = /^(\d{1,6})\s*[*×x]\s*(\S.*)$/i.exec(text.trim()) ?? [];
  return count === undefined || code === undefined || Number(count) === 0
    ? { quantity: 1, code: text.trim() }
    : { quantity: Number(count), code };
}
