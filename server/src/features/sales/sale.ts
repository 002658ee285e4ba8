import type { Minor } from '@tillhouse/core/money';
import type { LineAmounts, TaxMode } from '@tillhouse/core/pricing';
import type { Day } from '../../core/calendar.ts';
import type { Timestamp } from '../../core/clock.ts';
import type { LineToSell, SaleStatus } from './rules.ts';
import type { Payment, PaymentMethod } from './tender-rules.ts';

/** A row of `sales`, without its lines and payments. */
export interface SaleRow {
  id: string;
  code: string;
  status: SaleStatus;
  branch_id: string;
  warehouse_id: string;
  customer_id: string | null;
  cashier_id: string;
  /** The register and shift that took the payments. */
  register_id: string | null;
  shift_id: string | null;
  /** Those that paid them back when it was voided. */
  void_register_id: string | null;
  void_shift_id: string | null;
  tax_mode: TaxMode;
  subtotal: Minor;
  discount: Minor;
  /** The percentage of the discount on the whole sale, if it was a percentage. */
  discount_ppm: number | null;
  tax: Minor;
  total: Minor;
  cost: Minor;
  item_count: number;
  refunded_amount: Minor;
  refunded_tax: Minor;
  change: Minor;
  /** What rounding added to the cash part of the payments: they are equal to total + rounding. */
  rounding: Minor;
  /** Earned by the paid money that is not refunded. */
  points_earned: bigint;
  /** The points that the payments cost, refunded or not. */
  points_redeemed: bigint;
  loyalty_rate_ppm: bigint;
  payment_method: PaymentMethod | 'split' | null;
  note: string | null;
  /** The label of a parked sale. */
  label: string | null;
  occurred_at: Timestamp;
  business_day: Day;
  business_hour: number;
  /** The time zone that determined day and hour; `null` for sales from before zones were stored. */
  timezone: string | null;
  created_at: Timestamp;
}

/** A line of a recorded sale. */
export interface SaleLine extends Omit<LineToSell, 'discount'>, LineAmounts {
  line_no: number;
  /** The percentage of the line's own discount, if it was a percentage. */
  discount_ppm: number | null;
  refunded_quantity: number;
  refunded_amount: Minor;
  refunded_tax: Minor;
}

export interface SalePayment extends Payment {
  id: string;
}

/** A sale with its lines and payments. */
export interface Sale extends SaleRow {
  cashier_name: string;
  lines: SaleLine[];
  payments: SalePayment[];
}

export interface Refund {
  /** `null` for a preview. */
  id: string | null;
  sale_id: string;
  /** The register and shift that paid it. */
  register_id: string | null;
  shift_id: string | null;
  amount: Minor;
  tax: Minor;
  reason: string | null;
  payment_method: PaymentMethod;
  restock: boolean;
  points_reversed: bigint;
  points_returned: bigint;
  /** The part of the amount that is returned as points. */
  points_amount: Minor;
  /** What cash rounding added to the money paid out: amount − points_amount + rounding. */
  rounding: Minor;
  sale_status: SaleStatus;
  refunded_amount: Minor;
  remaining_refundable: Minor;
  created_at: Timestamp;
  lines: {
    line_no: number;
    sale_line_no: number;
    product_id: string | null;
    name: string;
    quantity: number;
    amount: Minor;
    tax: Minor;
  }[];
}
