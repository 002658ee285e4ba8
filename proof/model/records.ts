import type { Person } from '../shop.ts';
import type { Attempt } from './attempt.ts';

/** The records of the model. */

export type Minor = bigint;

export interface Settings {
  currency: string;
  digits: number;
  tax_mode: 'none' | 'inclusive' | 'exclusive';
  /** In parts per million, like all rates here. */
  tax_rate: bigint;
  loyalty_rate: bigint;
  point_value: bigint;
  /** The smallest cash amount. */
  cash_rounding: Minor | null;
  allow_negative: boolean;
  /** A cashier's limit for the sum of all refunds of a sale. */
  refund_limit: Minor | null;
  /** True if a cashier may change prices. */
  cashier_prices: boolean;
  /** The largest discount of a cashier who may not change prices. */
  cashier_discount: bigint;
  /** True if a cashier may only refund to a payment method of the sale. */
  original_method: boolean;
  /** When another person must approve an act: at most one rule for an action. */
  rules: Rule[];
}

/** Without limits, it covers every act. Without roles, owners and managers are exempt. */
export interface Rule {
  action:
    | ('refund' | 'discount' | 'price_override' | 'void')
    | ('paid_out' | 'no_sale' | 'stock_adjustment' | 'shift_variance');
  above_amount: Minor | null;
  above_ppm: bigint | null;
  above_quantity: number | null;
  exempt_roles: ('owner' | 'manager' | 'cashier')[];
}

/** A request for which there can be an approval. Nothing else was wrong with it. */
export interface Tried {
  /** Plans the same request again. */
  again: () => Attempt | undefined;
  key: string | undefined;
  /** Identifies its method, path and body. */
  hash: string;
  isRejected: boolean;
}

/** The approval of one request. */
export interface Approval extends Pick<Attempt, 'method' | 'path'>, Pick<Tried, 'again' | 'key' | 'hash'> {
  id: string;
  state: 'pending' | 'approved' | 'denied' | 'consumed';
  action: Rule['action'];
  branch: number;
  requester: Person;
  /** The person who approved or denied it. */
  approver: Person | null;
}

export interface Product {
  id: string;
  sku: string;
  name: string;
  price: Minor;
  cost: Minor;
  tax_rate: bigint | null;
  min_stock: number | null;
  is_active: boolean;
  is_deleted: boolean;
  is_tracked: boolean;
  parent: Product | null;
  /** The name of its category. A variant has that of its parent. */
  category: string | null;
}

export interface Customer {
  id: string;
  points: bigint;
  /** Money paid, less refunds. */
  lifetime: Minor;
  is_deleted: boolean;
}

export interface Line {
  product: Product;
  quantity: number;
  price: Minor;
  list_price: Minor;
  unit_cost: Minor;
  /** Without the share of the sale's discount. */
  own_discount: Minor;
  /** With the share of the sale's discount. */
  discount: Minor;
  tax: Minor;
  total: Minor;
  refunded_quantity: number;
  refunded_amount: Minor;
  refunded_tax: Minor;
}

export interface Payment {
  method: string;
  amount: Minor;
  points: bigint;
}

export interface Shift {
  id: string;
  status: 'open' | 'counting';
  /** What it should contain, by payment method. */
  contents: Map<string, Minor>;
  /** The counted cash. */
  counted: Minor | null;
  /** The sums of its closure: sales that it did not void itself, and refunds that it paid. */
  sales: Minor;
  refunds: Minor;
}

export interface Register {
  id: string;
  /** Index into the shop's branches. */
  branch: number;
  requires_shift: boolean;
  /** The number of its shifts. */
  shifts: number;
  /** The one that is not closed. */
  shift: Shift | null;
  closures: { shift_id: string; sales: Minor; refunds: Minor }[];
}

/** The register and shift that took or paid out money. */
export interface AtRegister {
  register: Register | null;
  shift: Shift | null;
}

export interface Refund extends AtRegister {
  amount: Minor;
  tax: Minor;
  method: string;
  points_amount: Minor;
  rounding: Minor;
  is_restocked: boolean;
  lines: { line: Line; quantity: number; amount: Minor; tax: Minor }[];
}

export interface Priced {
  lines: Line[];
  subtotal: Minor;
  discount: Minor;
  tax: Minor;
  total: Minor;
}

export interface Sale extends Priced, AtRegister {
  id: string;
  status: 'pending' | 'completed' | 'partially_refunded' | 'refunded' | 'voided';
  branch: number;
  customer: Customer | null;
  /** The action that was approved when it was recorded. */
  approved?: Rule['action'];
  /** The person who recorded the sale. */
  seller: Person;
  payments: Payment[];
  refunds: Refund[];
  refunded: Minor;
  points_earned: bigint;
  points_redeemed: bigint;
}
