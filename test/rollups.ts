import { postRollups, type RollupChange } from '../server/src/features/sales-rollups/post-rollups.ts';
import type { Shop } from './shop.ts';

/** What one small sale adds to the roll-ups of the shop's branch. */
export const aRollupChange = (shop: Shop, fields: Partial<RollupChange> = {}): RollupChange => ({
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
  products: [],
  ...fields,
});

const undone = (done: RollupChange): RollupChange => ({
  ...done,
  sales: -done.sales,
  items_sold: -done.items_sold,
  gross: -done.gross,
  discounts: -done.discounts,
  refunds: -done.refunds,
  tax: -done.tax,
  cost: -done.cost,
  methods: done.methods.map(({ method, payments, amount }) => ({ method, payments: -payments, amount: -amount })),
  products: done.products.map(({ product_id, quantity, revenue, cost }) => ({
    product_id,
    quantity: -quantity,
    revenue: -revenue,
    cost: -cost,
  })),
});

/** Lets a test see roll-ups that no sale made, and takes them back at its end: the invariants would miss the sales. */
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
    await post(rollups.map(undone));
  }
}
