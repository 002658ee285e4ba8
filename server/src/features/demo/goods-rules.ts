import { currencyDigits } from '@tillhouse/core/money';

/**
 * How a product is stocked: made to order without stock, delivered every morning, or delivered when its stock is low.
 */
type Stocking = 'made' | 'daily' | 'weekly';

interface Product {
  sku: string;
  name: string;
  category: string;
  /** In dollars, like the cost. */
  price: number;
  cost: number;
  /** Its relative frequency of sale. */
  weight: number;
  stocking: Stocking;
}

const rows = [
  ['COF-ESP', 'Espresso beans 250 g', 'Coffee', 9.5, 4.1, 9],
  ['COF-FIL', 'Filter coffee 250 g', 'Coffee', 8.5, 3.8, 7],
  ['COF-DEC', 'Decaf beans 250 g', 'Coffee', 10, 4.6, 3],
  ['COF-1KG', 'Espresso beans 1 kg', 'Coffee', 32, 14.5, 3],
  ['CUP-ESP', 'Cup of espresso', 'Drinks', 2.5, 0.4, 16],
  ['CUP-CAP', 'Cappuccino', 'Drinks', 3.5, 0.7, 18],
  ['CUP-FLA', 'Flat white', 'Drinks', 4, 0.8, 12],
  ['CUP-TEA', 'Pot of tea', 'Drinks', 3, 0.3, 7],
  ['CUP-CHO', 'Hot chocolate', 'Drinks', 4, 0.9, 5],
  ['TEA-GRN', 'Green tea 100 g', 'Tea', 7.5, 2.9, 4],
  ['TEA-BLK', 'Black tea 100 g', 'Tea', 6.5, 2.4, 4],
  ['TEA-CHA', 'Chai 100 g', 'Tea', 7, 2.7, 3],
  ['BAK-CRO', 'Croissant', 'Bakery', 2.2, 0.7, 14],
  ['BAK-BAN', 'Banana bread', 'Bakery', 3.2, 1, 8],
  ['BAK-CIN', 'Cinnamon roll', 'Bakery', 3, 0.9, 9],
  ['BAK-SOU', 'Sourdough loaf', 'Bakery', 5.5, 1.9, 5],
  ['MUG-WHT', 'White mug', 'Kitchen', 12, 4.2, 2],
  ['MUG-BLU', 'Blue mug', 'Kitchen', 14, 4.9, 2],
  ['POT-FRE', 'French press', 'Kitchen', 34, 15, 1],
  ['POT-MOK', 'Moka pot', 'Kitchen', 39, 18, 1],
  ['GRI-HND', 'Hand grinder', 'Kitchen', 59, 29, 1],
  ['FIL-100', 'Paper filters, 100', 'Kitchen', 4.5, 1.2, 4],
] as const;

const stockingOf: Record<string, Stocking> = { Drinks: 'made', Bakery: 'daily' };

/** The products of the demo café. */
export const goods: readonly Product[] = rows.map(([sku, name, category, price, cost, weight]) => ({
  sku,
  name,
  category,
  price,
  cost,
  weight,
  stocking: stockingOf[category] ?? 'weekly',
}));

/** The stock after a delivery. */
export const fullStockOf = ({ weight, stocking }: Product): number =>
  stocking === 'daily' ? weight + 4 : 6 + weight * 6;

/** The reorder point. */
export const minStockOf = ({ weight, stocking }: Product): number => (stocking === 'daily' ? 2 : 2 + weight * 2);

/** Not delivered in the last weeks, so that their stock is low. */
export const undeliveredSkus: readonly string[] = ['COF-1KG', 'TEA-BLK', 'MUG-BLU', 'FIL-100'];

/** The regular customers, in the order of their first visit. */
export const customers: readonly string[] = [
  'Ana Pratiwi',
  'Ben Carter',
  'Chloe Martin',
  'Dewi Lestari',
  'Emil Novak',
  'Fatima Rahman',
  'George Okafor',
  'Hana Suzuki',
  'Ivan Petrov',
  'Julia Santos',
  'Kadek Wirawan',
  'Lena Fischer',
  'Marco Rossi',
  'Nadia Haddad',
  'Oscar Lind',
  'Putri Maharani',
  'Quentin Moreau',
  'Rosa Jimenez',
  'Sam Taylor',
  'Tala Reyes',
  'Umar Siddiqui',
  'Vera Horak',
  'Wayan Sudana',
  'Yara Nasser',
];

export const emailOf = (name: string): string => `${name.toLowerCase().replaceAll(' ', '.')}@example.com`;

/** Factors for plausible prices in currencies with a small unit. */
const scales: Record<string, { by: number; step: number }> = {
  IDR: { by: 15_000, step: 500 },
  JPY: { by: 150, step: 10 },
  KRW: { by: 1_300, step: 100 },
  VND: { by: 25_000, step: 1_000 },
};

/** A price in whole units of the currency, with no more decimals than it has. */
export function priceIn(currency: string, dollars: number): number {
  const scale = scales[currency];
  if (scale !== undefined) return Math.max(1, Math.round((dollars * scale.by) / scale.step)) * scale.step;
  return currencyDigits(currency) < 2 ? Math.max(1, Math.round(dollars)) : dollars;
}
