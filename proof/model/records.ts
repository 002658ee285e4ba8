import type { Person } from '../shop.ts';

/** The records of a shop, as its model keeps them. */

export type Minor = bigint;

export interface Settings {
  currency: string;
  digits: number;
  tax_mode: 'none' | 'inclusive' | 'exclusive';
  /** Parts per million, as all rates here. */
  tax_rate: bigint;
  loyalty_rate: bigint;
  point_value: bigint;
  allow_negative: boolean;
  /** For all refunds of a sale together. */
  refund_limit: Minor | null;
  /** May a cashier sell at another price than the catalogue's? */
  cashier_prices: boolean;
  /** What a cashier may take off the list price who may not change prices. */
  cashier_discount: bigint;
  /** Does a cashier refund only by a method that the sale was paid with? */
  original_method: boolean;
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
}

export interface Customer {
  id: string;
  points: bigint;
  /** Paid in money, less what was refunded of it. */
  lifetime: Minor;
  is_deleted: boolean;
}

export interface Line {
  product: Product;
  quantity: number;
  price: Minor;
  list_price: Minor;
  unit_cost: Minor;
  /** The line's own alone. */
  own_discount: Minor;
  /** The line's own and its share of the sale's. */
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

export interface Refund {
  amount: Minor;
  tax: Minor;
  method: string;
  points_amount: Minor;
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

export interface Sale extends Priced {
  id: string;
  status: 'pending' | 'completed' | 'partially_refunded' | 'refunded' | 'voided';
  branch: number;
  customer: Customer | null;
  /** Who priced it. */
  seller: Person;
  payments: Payment[];
  refunds: Refund[];
  refunded: Minor;
  points_earned: bigint;
  points_redeemed: bigint;
}
