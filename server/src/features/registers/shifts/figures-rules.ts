import type { Minor } from '@tillhouse/core/money';
import type { PaymentMethod } from '../../../core/payment-methods.ts';

/** The sums of a shift; `Amount` is `Minor`, or its text in a stored closure. */
interface FiguresOf<Amount> {
  /** Without sales that were voided in the same shift. */
  sales: { count: number; amount: Amount };
  refunds: { count: number; amount: Amount; tax: Amount };
  voids: { count: number; amount: Amount };
  discounts: Amount;
  /** Cash rounding of the sales, less that of the refunds and of voids of other shifts’ sales. */
  rounding: Amount;
  /** Of the sales. */
  tax_by_rate: { rate_ppm: number; net: Amount; tax: Amount }[];
  /** `sales` is without change; `refunds` includes voids of other shifts’ sales. */
  by_method: { method: PaymentMethod; sales: Amount; refunds: Amount; change: Amount }[];
  by_cashier: { user_id: string; name: string; count: number; amount: Amount }[];
  /** `null` for products without a category, and custom items. */
  by_category: { category_id: string | null; name: string | null; quantity: Amount; amount: Amount }[];
  paid_in: Amount;
  paid_out: Amount;
  no_sales: number;
}

export type Figures = FiguresOf<Minor>;
export type FiguresInText = FiguresOf<string>;

/** The figures of a closure, which are stored as JSON. Old ones have no rounding. */
export const readStoredFigures = (text: string): Figures => {
  const stored = JSON.parse(text) as Omit<FiguresInText, 'rounding'> & { rounding?: string };
  return readFigures({ ...stored, rounding: stored.rounding ?? '0' });
};

/** Reads the amounts of figures. */
export const readFigures = (stored: FiguresInText): Figures => ({
  sales: { count: stored.sales.count, amount: BigInt(stored.sales.amount) },
  refunds: {
    count: stored.refunds.count,
    amount: BigInt(stored.refunds.amount),
    tax: BigInt(stored.refunds.tax),
  },
  voids: { count: stored.voids.count, amount: BigInt(stored.voids.amount) },
  discounts: BigInt(stored.discounts),
  rounding: BigInt(stored.rounding),
  tax_by_rate: stored.tax_by_rate.map(({ rate_ppm, net, tax }) => ({ rate_ppm, net: BigInt(net), tax: BigInt(tax) })),
  by_method: stored.by_method.map(({ method, sales, refunds, change }) => ({
    method,
    sales: BigInt(sales),
    refunds: BigInt(refunds),
    change: BigInt(change),
  })),
  by_cashier: stored.by_cashier.map((row) => ({ ...row, amount: BigInt(row.amount) })),
  by_category: stored.by_category.map((row) => ({
    ...row,
    quantity: BigInt(row.quantity),
    amount: BigInt(row.amount),
  })),
  paid_in: BigInt(stored.paid_in),
  paid_out: BigInt(stored.paid_out),
  no_sales: stored.no_sales,
});
