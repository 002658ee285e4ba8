import { postTakings, type Taking } from '../server/src/features/takings/post-takings.ts';
import type { Shop } from './shop.ts';

/** What one small sale adds to the roll-ups of the shop's branch. */
export const aTaking = (shop: Shop, fields: Partial<Taking> = {}): Taking => ({
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

const undone = (done: Taking): Taking => ({
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

/** Lets a test see takings that no sale made, and takes them back at its end: the invariants would miss the sales. */
export async function withTakings(shop: Shop, takings: readonly Taking[], work: () => Promise<void>): Promise<void> {
  const post = (changes: readonly Taking[]) => shop.app.database.transaction(shop.merchant_id, async (tx) => postTakings(tx, changes));
  await post(takings);
  try {
    await work();
  } finally {
    await post(takings.map(undone));
  }
}
