import type { Line, Minor, Priced, Product, Refund, Sale, Settings } from './records.ts';

export interface LineInput {
  product: Product;
  quantity: number;
  price: Minor;
  discount: Minor;
}

export const sum = (amounts: readonly Minor[]): Minor => amounts.reduce((all, amount) => all + amount, 0n);
const least = (a: Minor, b: Minor) => (a < b ? a : b);
/** Rounds half up. No value here is negative. */
const divide = (whole: bigint, by: bigint) => (2n * whole + by) / (2n * by);

/** What is paid in cash for this amount. */
export const roundCash = (due: Minor, { cash_rounding: unit }: Pick<Settings, 'cash_rounding'>): Minor =>
  unit === null ? due : divide(due, unit) * unit;

export const roundingOf = ({ payments, total }: Pick<Sale, 'payments' | 'total'>): Minor =>
  payments.length === 0 ? 0n : sum(payments.map(({ amount }) => amount)) - total;

/** What rounding adds to the money of a refund. All money that was paid out in cash so far is rounded together. */
export function refundRounding(sale: Sale, plan: RefundPlan, method: string, settings: Settings): Minor {
  if (sale.status === 'refunded') return 0n;
  const money = plan.amount - pointsBack(sale, plan.amount).points_amount;
  const before = sum(sale.refunds.map(({ rounding }) => rounding));
  const paidOut = sum(sale.refunds.map((refund) => refund.amount - refund.points_amount)) + before;
  const rest = sum(sale.payments.map(({ amount }) => amount)) - byPoints(sale) - paidOut;
  const unpaid = rest < 0n ? 0n : rest;
  const isLast = sale.refunded + plan.amount === sale.total;
  if (isLast) return (method === 'cash' ? roundCash(unpaid, settings) : unpaid) - money;
  if (method !== 'cash') return least(money, unpaid) - money;
  const rounded = money < before ? 0n : roundCash(money - before, settings);
  const coin = settings.cash_rounding ?? 1n;
  return (rounded > unpaid ? (unpaid / coin) * coin : rounded) - money;
}

/** Splits an amount in proportion, by the largest remainder method. Of equal remainders the first one gets the unit. */
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

/** @returns undefined if a discount exceeds its line or the sale */
export function priceSale(settings: Settings, items: readonly LineInput[], discount: Minor): Priced | undefined {
  const gross = items.map((item) => item.price * BigInt(item.quantity));
  const worth = items.map((item, index) => (gross[index] ?? 0n) - item.discount);
  if (worth.some((amount) => amount < 0n) || discount > sum(worth)) return undefined;
  const shares = spread(discount, worth);
  const lines = items.map(({ product, quantity, price, discount: own }, index): Line => {
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

/** True if the discount or lowered price of a line, or of the whole sale, exceeds this share of the list prices. */
export function isOver(lines: readonly Line[], ppm: bigint): boolean {
  const isAbove = (off: Minor, of: Minor) => off * 1_000_000n > of * ppm;
  const listed = lines.map((line) => line.list_price * BigInt(line.quantity));
  const net = lines.map((line) => line.price * BigInt(line.quantity) - line.own_discount);
  const shares = sum(lines.map((line) => line.discount - line.own_discount));
  if (shares > 0n && isAbove(sum(listed) - sum(net) + shares, sum(listed))) return true;
  return lines.some((_, index) => isAbove((listed[index] ?? 0n) - (net[index] ?? 0n), listed[index] ?? 0n));
}

export const unitOf = ({ digits }: Pick<Settings, 'digits'>): bigint => 10n ** BigInt(digits);

/** The points that pay this amount, rounded up: a point never pays more than its value. */
export function pointsFor(amount: Minor, settings: Settings): bigint {
  const value = settings.point_value * unitOf(settings);
  return (amount * 1_000_000n + value - 1n) / value;
}

/** The points that this amount of money earns, rounded down. */
export const pointsOf = (money: Minor, settings: Settings): bigint =>
  (money * settings.loyalty_rate) / (1_000_000n * unitOf(settings));

export const byPoints = (sale: Pick<Sale, 'payments'>): Minor =>
  sum(sale.payments.filter(({ method }) => method === 'points').map(({ amount }) => amount));

/** The part of `whole` that has been returned when this amount of the sale is refunded. */
const returnedOf = (sale: Sale, whole: bigint, refunded: Minor) =>
  sale.total === 0n ? 0n : (whole * refunded) / sale.total;

export function pointsBack(sale: Sale, amount: Minor) {
  const after = sale.refunded + amount;
  const paid = byPoints(sale);
  return {
    points_amount: returnedOf(sale, paid, after) - returnedOf(sale, paid, sale.refunded),
    points_returned:
      returnedOf(sale, sale.points_redeemed, after) - returnedOf(sale, sale.points_redeemed, sale.refunded),
    money_left: sale.total - paid - (after - returnedOf(sale, paid, after)),
  };
}

/** The default payment methods of a refund: the one that paid most of the money, or several with equal amounts. */
export function refundMethods(sale: Sale): string[] {
  const money = new Map<string, Minor>();
  for (const { method, amount } of sale.payments)
    if (method !== 'points') money.set(method, (money.get(method) ?? 0n) + amount);
  const most = [...money.values()].reduce((a, b) => (a > b ? a : b), 0n);
  if (most === 0n && byPoints(sale) > 0n && byPoints(sale) === sale.total) return ['points'];
  return [...money].filter(([, amount]) => amount === most).map(([method]) => method);
}

export interface RefundInput {
  items?: { product: Product; quantity: number }[];
  amount?: Minor;
}

export interface RefundPlan extends Pick<Refund, 'amount' | 'tax' | 'lines'> {
  status: 'partially_refunded' | 'refunded';
}

/** @returns the refund, or the code of the expected error */
export function planRefund(sale: Sale, input: RefundInput): RefundPlan | 'INVALID_STATE' | 'VALIDATION_ERROR' {
  const isOpen = sale.status === 'completed' || sale.status === 'partially_refunded';
  if (!isOpen && (sale.status !== 'refunded' || input.items === undefined)) return 'INVALID_STATE';
  const left = sale.total - sale.refunded;
  const isAll = input.items === undefined && input.amount === undefined;
  const chosen = isAll ? everythingLeft(sale) : choose(sale, input.items ?? []);
  if (typeof chosen === 'string') return chosen;
  const natural = chosen.map(({ line, quantity }) => share(line, quantity));
  const worth = sum(natural.map(({ amount }) => amount));
  const amount = input.amount ?? (isAll ? left : worth);
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
  const ofLines = sum(lines.map((line) => line.amount));
  const taxOfLines = least(sum(lines.map((line) => line.tax)), taxLeft);
  const tax =
    amount === left ? taxLeft : taxOfLines + divide((taxLeft - taxOfLines) * (amount - ofLines), left - ofLines);
  const out = sum(sale.lines.map((line) => BigInt(line.quantity - line.refunded_quantity)));
  const back = sum(chosen.map(({ quantity }) => BigInt(quantity)));
  const isOver = sale.total > 0n ? amount === left : back === out;
  return { amount, tax, lines, status: isOver ? 'refunded' : 'partially_refunded' };
}

const everythingLeft = (sale: Sale) =>
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

/** The amount paid for all goods that are returned after this refund. */
export function worthOfGoods(sale: Sale, plan: RefundPlan): Minor {
  const now = (line: Line) => plan.lines.reduce((units, one) => (one.line === line ? units + one.quantity : units), 0);
  return sum(
    sale.lines.map((line) => divide(line.total * BigInt(line.refunded_quantity + now(line)), BigInt(line.quantity))),
  );
}

/** The value of all units returned so far, less that of the units returned before. So the last refund returns exactly the rest. */
function share(line: Line, quantity: number): { amount: Minor; tax: Minor } {
  const part = (whole: Minor, units: number) => divide(whole * BigInt(units), BigInt(line.quantity));
  const of = (whole: Minor, before: Minor) =>
    least(part(whole, line.refunded_quantity + quantity) - part(whole, line.refunded_quantity), whole - before);
  return { amount: of(line.total, line.refunded_amount), tax: of(line.tax, line.refunded_tax) };
}
