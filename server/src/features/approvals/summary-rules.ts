import { larger, type Minor, readDecimal, smaller, toMajor, toMinor } from '@tillhouse/core/money';
import { amountOff, type Discount, shareOfUnits, sumOf } from '@tillhouse/core/pricing';
import { isId } from '../../core/ids.ts';

/** Reads the body of a request as far as its summary needs it. Each function returns `undefined` for another body. */

type Fields = Readonly<Record<string, unknown>>;

export interface ActProduct {
  id: string;
  name: string;
  price: Minor;
}

/** A line of the sale that a request refunds. */
export interface ActLine {
  line_no: number;
  product_id: string | null;
  quantity: number;
  total: Minor;
  refunded_quantity: number;
  refunded_amount: Minor;
}

export interface ActItem {
  product_id: string | null;
  name: string;
  quantity: number;
  price: Minor | undefined;
  discount: Discount;
}

export const fieldsOf = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;

export const isMissing = (value: unknown) => value === undefined || value === null;

export const readAmount = (value: unknown, currency: string): Minor | undefined =>
  typeof value === 'number' && value >= 0 ? toMinor(value, currency) : undefined;

const percentDecimals = 4;

/** A discount of a request; none counts as 0. */
export function readDiscount(value: unknown, currency: string): Discount | undefined {
  if (isMissing(value)) return 0n;
  if (typeof value === 'number') return readAmount(value, currency);
  const percent = fieldsOf(value)?.percent;
  const ppm =
    typeof percent === 'number' && percent >= 0 && percent <= 100 ? readDecimal(percent, percentDecimals) : undefined;
  return ppm === undefined ? undefined : { percent_ppm: Number(ppm) };
}

export const readId = (value: unknown): string | undefined =>
  typeof value === 'string' && isId(value) ? value.toLowerCase() : undefined;

export const readQuantity = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined;

/** A counted or expected quantity, which may be negative. */
export const readCount = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) ? value : undefined;

const itemsAtMost = 1_000;

/** Reads each element of a list. */
function readList<Element>(value: unknown, read: (fields: Fields) => Element | undefined): Element[] | undefined {
  if (!Array.isArray(value) || value.length === 0 || value.length > itemsAtMost) return undefined;
  const elements: Element[] = [];
  for (const entry of value) {
    const fields = fieldsOf(entry);
    const element = fields && read(fields);
    if (element === undefined) return undefined;
    elements.push(element);
  }
  return elements;
}

/** The items of a sale. */
export const readItems = (value: unknown, currency: string): ActItem[] | undefined =>
  readList(value, ({ product_id, name, quantity, price, discount }) => {
    const units = readQuantity(quantity);
    const id = isMissing(product_id) ? null : readId(product_id);
    const off = readDiscount(discount, currency);
    const amount = isMissing(price) ? undefined : readAmount(price, currency);
    const isCustom = id === null && typeof name === 'string' && amount !== undefined;
    if (units === undefined || off === undefined || id === undefined || (id === null && !isCustom)) return undefined;
    if (!isMissing(price) && amount === undefined) return undefined;
    return {
      product_id: id,
      name: typeof name === 'string' ? name : '',
      quantity: units,
      price: amount,
      discount: off,
    };
  });

/** A line of a parked sale. */
export interface ParkedLine extends Omit<SummaryLine, 'discount'> {
  line_discount: Minor;
  sale_discount: Minor;
  /** The percentage of the line's own discount, if it was a percentage. */
  discount_ppm: number | null;
}

/** What a sale with these items comes to. */
export interface SaleFigures {
  discount: Minor;
  /** The sum of the differences to the list prices. */
  price_change: Minor;
  /** After discounts, before taxes that are added. */
  total: Minor;
  /** The lines with another price than the catalogue’s. */
  changed: { name: string; quantity: number; price: Minor; list_price: Minor }[];
}

/** A line of a sale with its own discount. */
export interface SummaryLine {
  name: string;
  quantity: number;
  price: Minor;
  list_price: Minor;
  discount: Discount;
}

/** The lines of these items; `undefined` if a product is unknown. */
export function linesOf(items: readonly ActItem[], products: readonly ActProduct[]): SummaryLine[] | undefined {
  const byId = new Map(products.map((product) => [product.id, product]));
  const lines = items.flatMap(({ product_id, name, quantity, discount, ...item }): SummaryLine[] => {
    const product = product_id === null ? undefined : byId.get(product_id);
    const list_price = product?.price ?? item.price;
    if (list_price === undefined || (product_id !== null && product === undefined)) return [];
    return [{ name: product?.name ?? name, quantity, price: item.price ?? list_price, list_price, discount }];
  });
  return lines.length < items.length ? undefined : lines;
}

export const linesOfParked = (lines: readonly ParkedLine[]): SummaryLine[] =>
  lines.map(({ discount_ppm, line_discount, ...line }) => ({
    ...line,
    discount: discount_ppm === null ? line_discount : { percent_ppm: discount_ppm },
  }));

/** The discount that a parked sale was given as a whole, which its changes keep. */
export const discountOfParked = (discount_ppm: number | null, lines: readonly ParkedLine[]): Discount =>
  discount_ppm === null ? sumOf(lines.map((line) => line.sale_discount)) : { percent_ppm: discount_ppm };

/** `undefined` if the discounts are more than the sale comes to. */
export function figuresOf(lines: readonly SummaryLine[], discount: Discount): SaleFigures | undefined {
  const grossOf = ({ price, quantity }: SummaryLine) => price * BigInt(quantity);
  const lineDiscounts = sumOf(lines.map((line) => amountOff(line.discount, grossOf(line))));
  const before = sumOf(lines.map(grossOf)) - lineDiscounts;
  const saleDiscount = amountOff(discount, before);
  if (before < 0n || saleDiscount > before) return undefined;
  const changed = lines.filter(({ price, list_price }) => price !== list_price);
  return {
    discount: lineDiscounts + saleDiscount,
    price_change: sumOf(
      changed.map(({ price, list_price, quantity }) => difference(price, list_price) * BigInt(quantity)),
    ),
    total: before - saleDiscount,
    changed,
  };
}

const difference = (one: Minor, other: Minor): Minor => larger(one - other, other - one);

const namedAtMost = 3;
const nameAtMost = 60;

export const shortName = (name: string) =>
  name.length <= nameAtMost ? name : `${name.slice(0, nameAtMost).toWellFormed()}…`;

/** `on`: `a sale`, or the code of a parked one. */
export function saleSummary(figures: SaleFigures, on: string, currency: string): string {
  const shown = (amount: Minor) => toMajor(amount, currency);
  const { discount, price_change, total, changed } = figures;
  const parts = [
    ...(discount > 0n ? [`discount of ${shown(discount)}`] : []),
    ...(price_change > 0n ? [`prices changed by ${shown(price_change)}`] : []),
  ];
  const what = parts.length === 0 ? 'no discount' : parts.join(' and ');
  const named = changed
    .slice(0, namedAtMost)
    .map(
      ({ name, quantity, price, list_price }) =>
        `${quantity} × ${shortName(name)} at ${shown(price)} instead of ${shown(list_price)}`,
    );
  const more = changed.length > namedAtMost ? [`${changed.length - namedAtMost} more`] : [];
  const lines = named.length === 0 ? '' : `: ${[...named, ...more].join(', ')}`;
  return `${capitalized(what)} on ${on} of ${shown(total)}${lines}`;
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export interface RefundOfAct {
  /** `null` for everything that is left, or for the share of the items. */
  amount: Minor | null;
  items: { product_id: string | undefined; line_no: number | undefined; quantity: number }[] | null;
}

export function readRefund({ amount, items }: Fields, currency: string): RefundOfAct | undefined {
  const money = isMissing(amount) ? null : readAmount(amount, currency);
  const read = isMissing(items)
    ? null
    : readList(items, ({ product_id, line_no, quantity }) => {
        const units = readQuantity(quantity);
        return units === undefined
          ? undefined
          : { product_id: readId(product_id), line_no: readQuantity(line_no), quantity: units };
      });
  return money === undefined || read === undefined ? undefined : { amount: money, items: read };
}

/** What a refund of these units gives. `undefined` if more units are refunded than are left. */
export function valueOfUnits(lines: readonly ActLine[], items: NonNullable<RefundOfAct['items']>): Minor | undefined {
  const units = new Map<number, number>();
  for (const { product_id, line_no, quantity } of items) {
    let left = quantity;
    for (const line of lines) {
      if (line_no === undefined ? line.product_id !== product_id : line.line_no !== line_no) continue;
      const taken = Math.min(left, line.quantity - line.refunded_quantity - (units.get(line.line_no) ?? 0));
      units.set(line.line_no, (units.get(line.line_no) ?? 0) + taken);
      left -= taken;
    }
    if (left > 0) return undefined;
  }
  return sumOf(
    lines.map((line) => {
      const taken = units.get(line.line_no) ?? 0;
      return smaller(shareOfUnits(line.total, line, taken), line.total - line.refunded_amount);
    }),
  );
}

const additions = ['addition', 'in'];
const subtractions = ['subtraction', 'out'];

export interface ActAdjustment {
  type: unknown;
  quantity: number;
  /** The quantity on hand when it was counted. */
  expected?: number | undefined;
}

/** The change of a product's stock, in words. */
export function adjustmentSummary(name: string, { type, quantity, expected }: ActAdjustment): string | undefined {
  const product = shortName(name);
  if (typeof type !== 'string') return undefined;
  if (additions.includes(type)) return `Add ${quantity} to the stock of ${product}`;
  if (subtractions.includes(type)) return `Take ${quantity} from the stock of ${product}`;
  if (type !== 'adjustment') return undefined;
  if (expected === undefined) return `Set the stock of ${product} to ${quantity}`;
  const change = quantity - expected;
  const by = change < 0 ? `−${-change}` : `+${change}`;
  return `Change the stock of ${product} by ${by}: counted ${quantity}, expected ${expected}`;
}

/** The count of a shift, by payment method. */
export interface ActCount {
  methods: readonly string[];
  amounts: readonly Minor[];
}

/** A closing in words. Without the variance: where a drawer is counted blind, the requester reads it, too. */
export function closingSummary(
  { number, register }: { number: number; register: string },
  { methods, amounts }: ActCount,
  currency: string,
): string {
  const counted = methods.map((method, index) => `${method} ${toMajor(amounts[index] ?? 0n, currency)}`).join(', ');
  return `Close shift ${number} of ${shortName(register)} with a variance; counted: ${counted}`;
}

export const movementVoidSummary = (
  amount: Minor,
  { register, currency }: { register: string; currency: string },
): string => `Void ${toMajor(amount, currency)} paid into the drawer of ${shortName(register)}`;

/** A movement of cash without a sale, in words. */
export function movementSummary(
  { type, amount }: Fields,
  { register, currency }: { register: string; currency: string },
): string | undefined {
  const drawer = `the drawer of ${shortName(register)}`;
  if (type === 'no_sale') return `Open ${drawer} without a sale`;
  const paid = type === 'paid_out' ? readAmount(amount, currency) : undefined;
  return paid === undefined ? undefined : `Pay ${toMajor(paid, currency)} out of ${drawer}`;
}
