import type { Minor } from '@tillhouse/core/money';
import { sumOf, type TaxMode, type TaxOfRate, taxByRate } from '@tillhouse/core/pricing';
import type { Timestamp } from '../../../core/clock.ts';
import type { PaymentMethod } from '../../../core/payment-methods.ts';
import type { BranchRow, MerchantRow } from '../../merchant/queries.ts';
import type { SaleStatus } from '../rules.ts';
import type { Refund, Sale } from '../sale.ts';

/** Everything that a receipt prints. Amounts are minor units. */
export interface Receipt {
  sale_id: string;
  code: string;
  status: SaleStatus;
  /** Whether the receipt was read before: only the first reading is the original. */
  is_copy: boolean;
  currency: string;
  shop: {
    name: string;
    address: string | null;
    phone: string | null;
    tax_number: string | null;
    footer: string | null;
  };
  branch: { id: string; name: string; address: string | null; phone: string | null };
  occurred_at: Timestamp;
  /** The time zone of the sale, in which its time is printed. */
  timezone: string;
  cashier: { id: string; name: string };
  customer: { id: string; name: string } | null;
  lines: ReceiptLine[];
  discounts: ReceiptDiscount[];
  subtotal: Minor;
  discount: Minor;
  tax_mode: TaxMode;
  tax: Minor;
  tax_by_rate: TaxOfRate[];
  total: Minor;
  /** Of the cash part: the payments add up to total + rounding. */
  rounding: Minor;
  payments: { method: PaymentMethod; amount: Minor; points: bigint; reference: string | null }[];
  /** Including the change; null if nothing was paid in cash. */
  cash_received: Minor | null;
  change: Minor;
  refunds: ReceiptRefund[];
  refunded_amount: Minor;
  points_earned: bigint;
  points_redeemed: bigint;
  /** The sale’s entry in the journal of its register; null if it was not sold at one. */
  journal: { number: number; hash: string } | null;
}

/** The payment method returns the amount without the part that is returned as points. */
export interface ReceiptRefund
  extends Pick<Refund, 'amount' | 'points_amount' | 'points_returned' | 'rounding' | 'payment_method' | 'created_at'> {
  id: string;
}

/** A line before any discount. */
export interface ReceiptLine {
  line_no: number;
  sku: string | null;
  name: string;
  quantity: number;
  price: Minor;
  amount: Minor;
}

/** The amount of a discount on a line or on the whole sale. */
export interface ReceiptDiscount {
  /** Null for a discount on the sale. */
  line_no: number | null;
  /** In parts per million, if it was requested as a percentage. */
  ppm: number | null;
  amount: Minor;
}

export interface ReceiptSource {
  sale: Sale;
  refunds: readonly Refund[];
  merchant: Pick<MerchantRow, 'name' | 'address' | 'phone' | 'tax_number' | 'receipt_footer' | 'currency' | 'timezone'>;
  branch: Pick<BranchRow, 'id' | 'name' | 'address' | 'phone' | 'timezone'>;
  /** Null without a customer, or if the customer was deleted since. */
  customer: { id: string; name: string } | null;
  journal: Receipt['journal'];
}

/** Builds a receipt. Its lines, less the discounts, plus tax if prices exclude it, add up to the total. */
export function buildReceipt(source: ReceiptSource, is_copy: boolean): Receipt {
  const { sale, refunds, merchant, branch, customer, journal } = source;
  const cash = sale.payments.filter(({ method }) => method === 'cash').map(({ amount }) => amount);
  return {
    sale_id: sale.id,
    code: sale.code,
    status: sale.status,
    is_copy,
    currency: merchant.currency,
    shop: {
      name: merchant.name,
      address: merchant.address,
      phone: merchant.phone,
      tax_number: merchant.tax_number,
      footer: merchant.receipt_footer,
    },
    branch: { id: branch.id, name: branch.name, address: branch.address, phone: branch.phone },
    occurred_at: sale.occurred_at,
    timezone: sale.timezone ?? branch.timezone ?? merchant.timezone,
    cashier: { id: sale.cashier_id, name: sale.cashier_name },
    customer,
    lines: sale.lines.map(({ line_no, sku, name, quantity, price }) => ({
      ...{ line_no, sku, name, quantity, price },
      amount: price * BigInt(quantity),
    })),
    discounts: listDiscounts(sale),
    subtotal: sale.subtotal,
    discount: sale.discount,
    tax_mode: sale.tax_mode,
    tax: sale.tax,
    tax_by_rate: taxByRate(sale.tax_mode, sale.lines),
    total: sale.total,
    rounding: sale.rounding,
    payments: sale.payments.map(({ method, amount, points, reference }) => ({ method, amount, points, reference })),
    cash_received: cash.length === 0 ? null : sumOf(cash) + sale.change,
    change: sale.change,
    refunds: refunds.map(({ id, amount, points_amount, points_returned, rounding, payment_method, created_at }) => ({
      id: id ?? '',
      ...{ amount, points_amount, points_returned, rounding, payment_method, created_at },
    })),
    refunded_amount: sale.refunded_amount,
    points_earned: sale.points_earned,
    points_redeemed: sale.points_redeemed,
    journal,
  };
}

function listDiscounts({ lines, discount_ppm }: Sale): ReceiptDiscount[] {
  const lineDiscounts = lines.map(({ line_no, discount_ppm: ppm, line_discount: amount }) => ({
    line_no,
    ppm,
    amount,
  }));
  const saleDiscount = {
    line_no: null,
    ppm: discount_ppm,
    amount: sumOf(lines.map(({ sale_discount }) => sale_discount)),
  };
  return [...lineDiscounts, saleDiscount].filter(({ amount }) => amount > 0n);
}
