import { decimalsOf } from '../../ui/currency.ts';

/** Something that can be sold, as a till knows it. */
export interface Goods {
  id: string;
  sku: string;
  name: string;
  price: number;
  /** Percent; the merchant's where it has none of its own. */
  tax_rate: number | null;
}

export interface Line extends Goods {
  quantity: number;
  /** Off the whole line. */
  discount: number;
}

export const quantity_at_most = 1_000_000;

const within = (quantity: number) => Math.min(quantity_at_most, Math.max(1, Math.trunc(quantity)));

/** One more of it, where it is on a line already; the last that was rung up is the last line. */
export function ringUp(lines: readonly Line[], goods: Goods, quantity: number): Line[] {
  const before = lines.find(({ id }) => id === goods.id);
  const others = lines.filter(({ id }) => id !== goods.id);
  return [...others, { discount: before?.discount ?? 0, ...goods, quantity: within((before?.quantity ?? 0) + quantity) }];
}

export const changeLine = (lines: readonly Line[], id: string, part: Partial<Pick<Line, 'quantity' | 'discount'>>): Line[] =>
  lines.map((line) => {
    if (line.id !== id) return line;
    const next = { ...line, ...part };
    return { ...next, quantity: within(next.quantity) };
  });

/** One more or less of the last line; the last one goes with its line. */
export function step(lines: readonly Line[], by: 1 | -1): Line[] {
  const last = lines.at(-1);
  if (last === undefined) return [...lines];
  return last.quantity + by < 1 ? lines.slice(0, -1) : changeLine(lines, last.id, { quantity: last.quantity + by });
}

interface Taxed {
  currency: string;
  tax_mode: 'none' | 'inclusive' | 'exclusive';
  tax_rate: number;
}

/** What a line comes to after its discount, and with the tax that is put on top. In whole smallest units: fractions of them do not add up. */
export function totalOf({ price, quantity, discount, tax_rate }: Line, merchant: Taxed): number {
  const unit = 10 ** decimalsOf(merchant.currency);
  const net = Math.round(price * unit) * quantity - Math.round(discount * unit);
  const tax = merchant.tax_mode === 'exclusive' ? Math.round((net * Math.round((tax_rate ?? merchant.tax_rate) * 10_000)) / 1_000_000) : 0;
  return (net + tax) / unit;
}

export function sumOf(lines: readonly Line[], merchant: Taxed): number {
  const unit = 10 ** decimalsOf(merchant.currency);
  return lines.reduce((sum, line) => sum + Math.round(totalOf(line, merchant) * unit), 0) / unit;
}
