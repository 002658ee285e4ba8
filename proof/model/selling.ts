import type { Line, Minor, Priced, Product, Refund, Sale, Settings } from './records.ts';

export interface Wish {
  product: Product;
  quantity: number;
  price: Minor;
  discount: Minor;
}

export const sum = (amounts: readonly Minor[]): Minor => amounts.reduce((all, amount) => all + amount, 0n);
const least = (a: Minor, b: Minor) => (a < b ? a : b);
/** Half up. Nothing here is below zero. */
const divide = (whole: bigint, by: bigint) => (2n * whole + by) / (2n * by);

/** In proportion, by largest remainder; of equal ones the earlier. */
function spread(amount: Minor, over: readonly Minor[]): Minor[] {
  const whole = sum(over);
  if (whole === 0n) return over.map((_, index) => (index === 0 ? amount : 0n));
  const shares = over.map((weight, index) => ({
    index,
    share: (amount * weight) / whole,
    rest: (amount * weight) % whole,
  }));
  let left = amount - sum(shares.map(({ share }) => share));
  for (const one of shares.toSorted((a, b) => Number(b.rest - a.rest) || a.index - b.index)) {
    if (left === 0n) break;
    one.share += 1n;
    left -= 1n;
  }
  return shares.map(({ share }) => share);
}

/** @returns nothing where a discount is above its line or the sale */
export function priceSale(settings: Settings, wishes: readonly Wish[], discount: Minor): Priced | undefined {
  const gross = wishes.map((wish) => wish.price * BigInt(wish.quantity));
  const worth = wishes.map((wish, index) => (gross[index] ?? 0n) - wish.discount);
  if (worth.some((amount) => amount < 0n) || discount > sum(worth)) return undefined;
  const shares = spread(discount, worth);
  const lines = wishes.map(({ product, quantity, price, discount: own }, index): Line => {
    const net = (worth[index] ?? 0n) - (shares[index] ?? 0n);
    const rate = product.tax_rate ?? product.parent?.tax_rate ?? settings.tax_rate;
    const tax = {
      none: 0n,
      exclusive: divide(net * rate, 1_000_000n),
      inclusive: divide(net * rate, 1_000_000n + rate),
    }[settings.tax_mode];
    return {
      ...{ product, quantity, price, tax, list_price: product.price, unit_cost: product.cost },
      ...{ own_discount: own, discount: own + (shares[index] ?? 0n) },
      total: settings.tax_mode === 'exclusive' ? net + tax : net,
      ...{ refunded_quantity: 0, refunded_amount: 0n, refunded_tax: 0n },
    };
  });
  return {
    lines,
    subtotal: sum(gross),
    discount: sum(lines.map((line) => line.discount)),
    tax: sum(lines.map((line) => line.tax)),
    total: sum(lines.map((line) => line.total)),
  };
}

/** Whether more is taken off the list price, of a line or of all, than a cashier may who may not change prices. */
export function isOverDiscount(settings: Settings, lines: readonly Line[]): boolean {
  if (settings.cashier_prices) return false;
  const isOver = (off: Minor, listed: Minor) => off * 1_000_000n > listed * settings.cashier_discount;
  const listed = lines.map((line) => line.list_price * BigInt(line.quantity));
  const net = lines.map((line) => line.price * BigInt(line.quantity) - line.own_discount);
  const shares = sum(lines.map((line) => line.discount - line.own_discount));
  if (shares > 0n && isOver(sum(listed) - sum(net) + shares, sum(listed))) return true;
  return lines.some((_, index) => isOver((listed[index] ?? 0n) - (net[index] ?? 0n), listed[index] ?? 0n));
}

export const unitOf = ({ digits }: Pick<Settings, 'digits'>): bigint => 10n ** BigInt(digits);

/** No point pays more than it is worth. */
export function pointsFor(amount: Minor, settings: Settings): bigint {
  const value = settings.point_value * unitOf(settings);
  return (amount * 1_000_000n + value - 1n) / value;
}

/** What money earns, rounded down. */
export const pointsOf = (money: Minor, settings: Settings): bigint =>
  (money * settings.loyalty_rate) / (1_000_000n * unitOf(settings));

export const byPoints = (sale: Pick<Sale, 'payments'>): Minor =>
  sum(sale.payments.filter(({ method }) => method === 'points').map(({ amount }) => amount));

/** What has come back of a whole that was part of the sale, once so much of it is refunded. */
const upTo = (sale: Sale, whole: bigint, refunded: Minor) => (sale.total === 0n ? 0n : (whole * refunded) / sale.total);

export function pointsBack(sale: Sale, amount: Minor) {
  const after = sale.refunded + amount;
  const paid = byPoints(sale);
  return {
    points_amount: upTo(sale, paid, after) - upTo(sale, paid, sale.refunded),
    points_returned: upTo(sale, sale.points_redeemed, after) - upTo(sale, sale.points_redeemed, sale.refunded),
    money_left: sale.total - paid - (after - upTo(sale, paid, after)),
  };
}

/** The ways in which a refund may go back when none is wished: that of most of the money; several where there was as much of each. */
export function waysBack(sale: Sale): string[] {
  const money = new Map<string, Minor>();
  for (const { method, amount } of sale.payments)
    if (method !== 'points') money.set(method, (money.get(method) ?? 0n) + amount);
  const most = [...money.values()].reduce((a, b) => (a > b ? a : b), 0n);
  if (most === 0n && byPoints(sale) > 0n) return ['points'];
  return [...money].filter(([, amount]) => amount === most).map(([method]) => method);
}

export interface RefundWish {
  items?: { product: Product; quantity: number }[];
  amount?: Minor;
}

export interface RefundPlan extends Pick<Refund, 'amount' | 'tax' | 'lines'> {
  status: 'partially_refunded' | 'refunded';
}

/** @returns what it comes to, or the code with which it is refused */
export function planRefund(sale: Sale, wish: RefundWish): RefundPlan | 'INVALID_STATE' | 'VALIDATION_ERROR' {
  if (sale.status !== 'completed' && sale.status !== 'partially_refunded') return 'INVALID_STATE';
  const left = sale.total - sale.refunded;
  const isAll = wish.items === undefined && wish.amount === undefined;
  const chosen = isAll ? everything(sale) : choose(sale, wish.items ?? []);
  if (typeof chosen === 'string') return chosen;
  const natural = chosen.map(({ line, quantity }) => share(line, quantity));
  const worth = sum(natural.map(({ amount }) => amount));
  const amount = wish.amount ?? (isAll ? left : worth);
  if (amount > left) return 'INVALID_STATE';
  const parts = spread(
    amount,
    natural.map((part) => part.amount),
  );
  const lines = chosen.map(({ line, quantity }, index) => {
    if (amount === worth) return { line, quantity, ...(natural[index] ?? { amount: 0n, tax: 0n }) };
    const part = least(parts[index] ?? 0n, line.total - line.refunded_amount);
    const tax = line.total === 0n ? 0n : least(divide(line.tax * part, line.total), line.tax - line.refunded_tax);
    return { line, quantity, amount: part, tax };
  });
  const taxLeft = sale.tax - sum(sale.refunds.map((refund) => refund.tax));
  const isOfItems = chosen.length > 0 && amount === worth;
  const tax =
    amount === left
      ? taxLeft
      : least(isOfItems ? sum(lines.map((line) => line.tax)) : divide(taxLeft * amount, left), taxLeft);
  const out = sum(sale.lines.map((line) => BigInt(line.quantity - line.refunded_quantity)));
  const back = sum(chosen.map(({ quantity }) => BigInt(quantity)));
  const isOver = sale.total > 0n ? amount === left : back === out;
  return { amount, tax, lines, status: isOver ? 'refunded' : 'partially_refunded' };
}

const everything = (sale: Sale) =>
  sale.lines
    .map((line) => ({ line, quantity: line.quantity - line.refunded_quantity }))
    .filter(({ quantity }) => quantity > 0);

function choose(sale: Sale, items: readonly { product: Product; quantity: number }[]) {
  const chosen = new Map<Line, number>();
  let isTooMuch = false;
  for (const { product, quantity } of items) {
    const lines = sale.lines.filter((line) => line.product === product);
    if (lines.length === 0) return 'VALIDATION_ERROR';
    let wanted = quantity;
    for (const line of lines) {
      const part = Math.min(wanted, line.quantity - line.refunded_quantity - (chosen.get(line) ?? 0));
      if (part > 0) chosen.set(line, (chosen.get(line) ?? 0) + part);
      wanted -= part;
    }
    isTooMuch ||= wanted > 0;
  }
  if (isTooMuch) return 'INVALID_STATE';
  return [...chosen].map(([line, quantity]) => ({ line, quantity }));
}

/** What was paid for the goods that are back once a refund is done. */
export function worthOfGoods(sale: Sale, plan: RefundPlan): Minor {
  const now = (line: Line) => plan.lines.reduce((units, one) => (one.line === line ? units + one.quantity : units), 0);
  return sum(
    sale.lines.map((line) => divide(line.total * BigInt(line.refunded_quantity + now(line)), BigInt(line.quantity))),
  );
}

/** What all units returned by then are worth, less what the earlier ones were; the last returns exactly what is left. */
function share(line: Line, quantity: number): { amount: Minor; tax: Minor } {
  const part = (whole: Minor, units: number) => divide(whole * BigInt(units), BigInt(line.quantity));
  const of = (whole: Minor, before: Minor) =>
    least(part(whole, line.refunded_quantity + quantity) - part(whole, line.refunded_quantity), whole - before);
  return { amount: of(line.total, line.refunded_amount), tax: of(line.tax, line.refunded_tax) };
}
