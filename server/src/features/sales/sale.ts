import type { Minor } from '@tillhouse/core/money';
import type { LineAmounts, TaxMode } from '@tillhouse/core/pricing';
import type { Day } from '../../core/calendar.ts';
import type { Timestamp } from '../../core/clock.ts';
import type { LineToSell, SaleStatus } from './rules.ts';
import type { Payment, PaymentMethod } from './tender-rules.ts';

/** A sale as it is kept: `sales`, without what tells its parts. */
export interface SaleRow {
  id: string;
  code: string;
  status: SaleStatus;
  branch_id: string;
  warehouse_id: string;
  customer_id: string | null;
  cashier_id: string;
  tax_mode: TaxMode;
  subtotal: Minor;
  discount: Minor;
  /** The part of the discount that was asked for of the sale as a whole, where it was a percentage. */
  discount_ppm: number | null;
  tax: Minor;
  total: Minor;
  cost: Minor;
  item_count: number;
  refunded_amount: Minor;
  refunded_tax: Minor;
  change: Minor;
  /** What the money still paid earns. */
  points_earned: bigint;
  /** What the payments by points cost, refunded since or not. */
  points_redeemed: bigint;
  loyalty_rate_ppm: bigint;
  payment_method: PaymentMethod | 'split' | null;
  note: string | null;
  /** What a parked sale is called. */
  label: string | null;
  occurred_at: Timestamp;
  business_day: Day;
  business_hour: number;
  /** The zone in which day and hour were cut; `null` for a sale from before zones were kept. */
  timezone: string | null;
  created_at: Timestamp;
}

export interface KeptLine extends Omit<LineToSell, 'discount'>, LineAmounts {
  line_no: number;
  /** The line's own discount, where it was a percentage. */
  discount_ppm: number | null;
  refunded_quantity: number;
  refunded_amount: Minor;
  refunded_tax: Minor;
}

export interface KeptPayment extends Payment {
  id: string;
}

/** A sale with its parts. */
export interface Sale extends SaleRow {
  cashier_name: string;
  lines: KeptLine[];
  payments: KeptPayment[];
}

export interface KeptRefund {
  /** Null for one that was only looked at beforehand. */
  id: string | null;
  sale_id: string;
  amount: Minor;
  tax: Minor;
  reason: string | null;
  payment_method: PaymentMethod;
  restock: boolean;
  points_reversed: bigint;
  points_returned: bigint;
  /** What of the amount goes back as these points. */
  points_amount: Minor;
  sale_status: SaleStatus;
  refunded_amount: Minor;
  remaining_refundable: Minor;
  created_at: Timestamp;
  lines: { line_no: number; sale_line_no: number; product_id: string | null; name: string; quantity: number; amount: Minor; tax: Minor }[];
}
