import { postRollups, type RollupChange } from '../server/src/features/sales-rollups/post-rollups.ts';
import type { Shop } from './shop.ts';

type Product = RollupChange['products'][number];
/** A product without discounts, refunds and tax, as far as they are left out. */
type SoldProduct = Pick<Product, 'product_id' | 'quantity' | 'revenue' | 'cost'> & Partial<Product>;

/** The change of the roll-ups that one small sale at the shop's branch causes. */
export const aRollupChange = (
  shop: Shop,
  { products = [], ...fields }: Partial<Omit<RollupChange, 'products'>> & { products?: SoldProduct[] } = {},
): RollupChange => ({
  branch_id: shop.branch_id,
  day: '2026-03-01',
  hour: 9,
  sales: 1,
  items_sold: 1,
  gross: 1_000n,
  discounts: 0n,
  refunds: 0n,
  tax: 0n,
  cost: 400n,
  methods: [{ method: 'cash', payments: 1, amount: 1_000n }],
  ...fields,
  products: products.map((product) => ({ discounts: 0n, refunds: 0n, tax: 0n, ...product })),
});

const negated = (change: RollupChange): RollupChange => ({
  ...change,
  sales: -change.sales,
  items_sold: -change.items_sold,
  gross: -change.gross,
  discounts: -change.discounts,
  refunds: -change.refunds,
  tax: -change.tax,
  cost: -change.cost,
  methods: change.methods.map(({ method, payments, amount }) => ({ method, payments: -payments, amount: -amount })),
  products: change.products.map(({ product_id, quantity, revenue, discounts, refunds, tax, cost }) => ({
    product_id,
    quantity: -quantity,
    revenue: -revenue,
    discounts: -discounts,
    refunds: -refunds,
    tax: -tax,
    cost: -cost,
  })),
});

/**
 * Posts roll-ups without sales for the time of `work`. They are reverted, because the invariants compare them with
 * sales.
 */
export async function withRollups(
  shop: Shop,
  rollups: readonly RollupChange[],
  work: () => Promise<void>,
): Promise<void> {
  const post = (changes: readonly RollupChange[]) =>
    shop.app.database.transaction(shop.merchant_id, async (tx) => postRollups(tx, changes));
  await post(rollups);
  try {
    await work();
  } finally {
    await post(rollups.map(negated));
  }
}
