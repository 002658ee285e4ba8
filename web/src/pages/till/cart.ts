import { type Minor, toMajor, toMinor } from '@tillhouse/core/money';
import { type Discount, type PricedSale, priceSale, type TaxMode } from '@tillhouse/core/pricing';
import type { Paying } from './paying.ts';

/** Something that can be sold, as a till knows it. Amounts in the currency's major unit. */
export interface Goods {
  /** `null` for a custom item: no product stands behind it. */
  id: string | null;
  sku: string;
  name: string;
  price: number;
  /** Percent; the merchant's where it has none of its own. */
  tax_rate: number | null;
}

/** What is taken off, as the service reads it. 0 for nothing. */
export type Off = number | { percent: number };

/** What is known of a line: until it is `ready`, the sale waits for it. */
export type LineState =
  | { kind: 'looking' }
  /** The code may mean several. */
  | { kind: 'choose'; among: readonly Goods[] }
  /** No product has the code. */
  | { kind: 'unknown' }
  /** The service could not be asked. */
  | { kind: 'failed' }
  | { kind: 'ready'; goods: Goods };

export interface Line {
  key: string;
  /** What was scanned, typed or tapped. */
  code: string;
  quantity: number;
  /** In place of the catalogue's; `null` where it was not changed. */
  price: number | null;
  discount: Off;
  state: LineState;
}

export type ReadyLine = Line & { state: { kind: 'ready' } };

export interface Buyer {
  id: string;
  name: string;
}

/** One customer's sale while it is put together. */
export interface Cart {
  lines: readonly Line[];
  buyer: Buyer | null;
  discount: Off;
  note: string;
  /** What a parked sale is called. */
  label: string;
  /** `null` until something was chosen. */
  paying: Paying | null;
  /** A parked sale that was opened again. */
  parked_id: string | null;
}

export const emptyCart: Cart = { lines: [], buyer: null, discount: 0, note: '', label: '', paying: null, parked_id: null };

const isNothing = (off: Off): boolean => (typeof off === 'number' ? off === 0 : off.percent === 0);

export const quantity_at_most = 1_000_000;

export const isReady = (line: Line): line is ReadyLine => line.state.kind === 'ready';

/** What one of it is sold for. */
export const priceOf = ({ price, state: { goods } }: ReadyLine): number => price ?? goods.price;

/** Nothing was put in, and nothing opened. How it will be paid is no more than a choice for whatever comes. */
export const isEmpty = ({ lines, parked_id, buyer, discount, note, label }: Cart): boolean =>
  lines.length === 0 && parked_id === null && buyer === null && isNothing(discount) && note.trim() === '' && label.trim() === '';

/** A sale can be paid when each of its lines is known. */
export const canBePaid = ({ lines }: Cart): boolean => lines.length > 0 && lines.every(isReady);

export interface Taxed {
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

/** The prices of a cart: those that the service will charge. `undefined` where a discount is more than what it is taken off. */
export function pricesOf(cart: Cart, merchant: Taxed): PricedSale<ReadyToPrice> | undefined {
  const lines = cart.lines.filter(isReady).map((line) => ({
    key: line.key,
    quantity: line.quantity,
    price: minorOf(priceOf(line), merchant.currency),
    discount: discountOf(line.discount, merchant.currency),
    tax_rate_ppm: ppmOf(line.state.goods.tax_rate ?? merchant.tax_rate),
  }));
  const found = priceSale({ lines, discount: discountOf(cart.discount, merchant.currency), tax_mode: merchant.tax_mode });
  return 'priced' in found ? found.priced : undefined;
}

const minorOf = (amount: number, currency: string): Minor => toMinor(amount, currency) ?? 0n;
const ppmOf = (percent: number): number => Math.round(percent * 10_000);
const discountOf = (off: Off, currency: string): Discount =>
  typeof off === 'number' ? minorOf(off, currency) : { percent_ppm: ppmOf(off.percent) };

export const totalOf = (cart: Cart, merchant: Taxed): number => toMajor(pricesOf(cart, merchant)?.total ?? 0n, merchant.currency);

/** The items of a cart as the service reads them. */
export const itemsOf = ({ lines }: Cart) =>
  lines.filter(isReady).map(({ quantity, price, discount, state: { goods } }) => ({
    ...(goods.id === null
      ? customItem({ ...goods, price: price ?? goods.price })
      : { product_id: goods.id, ...(price === null ? {} : { price }) }),
    quantity,
    ...(isNothing(discount) ? {} : { discount }),
  }));

const customItem = ({ name, price, tax_rate }: Goods) => ({ name, price, ...(tax_rate === null ? {} : { tax_rate }) });

/** What of a sale does not depend on its payment. */
export const contentOf = (cart: Cart) => ({
  items: itemsOf(cart),
  ...(isNothing(cart.discount) ? {} : { discount: cart.discount }),
  ...(cart.buyer === null ? {} : { customer_id: cart.buyer.id }),
  ...(cart.note.trim() === '' ? {} : { note: cart.note.trim() }),
});

/** `3*COF-250`: three of it. */
export function readScan(text: string): { quantity: number; code: string } {
  const [, count, code] = /^(\d{1,6})\s*[*×x]\s*(\S.*)$/i.exec(text.trim()) ?? [];
  return count === undefined || code === undefined || Number(count) === 0
    ? { quantity: 1, code: text.trim() }
    : { quantity: Number(count), code };
}
