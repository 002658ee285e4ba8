import type { RollupChange } from '../sales-rollups/post-rollups.ts';
import type { RefundLine } from './refunds/refund-rules.ts';
import type { Sale } from './sale.ts';

/** What a completed sale adds to the roll-ups of its hour; with -1, what a void subtracts. */
export function rollupOfSale(sale: Sale, sign: 1 | -1): RollupChange {
  const factor = BigInt(sign);
  return {
    branch_id: sale.branch_id,
    day: sale.business_day,
    hour: sale.business_hour,
    sales: sign,
    items_sold: sign * sale.item_count,
    gross: factor * (sale.total + sale.discount),
    discounts: factor * sale.discount,
    refunds: 0n,
    tax: factor * sale.tax,
    cost: factor * sale.cost,
    methods: sale.payments.map(({ method, amount }) => ({ method, payments: sign, amount: factor * amount })),
    // Custom items belong to no product.
    products: sale.lines.flatMap(({ product_id, quantity, total, unit_cost, ...line }) =>
      product_id === null
        ? []
        : [
            {
              product_id,
              quantity: sign * quantity,
              revenue: factor * total,
              discounts: factor * (line.line_discount + line.sale_discount),
              refunds: 0n,
              tax: factor * line.tax,
              cost: factor * unit_cost * BigInt(quantity),
            },
          ],
    ),
  };
}

interface RefundToRollUp {
  amount: bigint;
  points_amount: bigint;
  rounding: bigint;
  tax: bigint;
  payment_method: string;
  restock: boolean;
  lines: readonly RefundLine[];
}

/**
 * What a refund subtracts from the roll-ups of the hour in which it happens. The cost of goods that are not returned
 * stays.
 */
export function rollupOfRefund(
  branch_id: string,
  at: { day: string; hour: number },
  refund: RefundToRollUp,
): RollupChange {
  const lines = refund.lines.map(({ line, quantity, amount, tax }) => ({
    product_id: line.product_id,
    quantity: -quantity,
    revenue: -amount,
    discounts: 0n,
    refunds: amount,
    tax: -tax,
    cost: refund.restock ? -line.unit_cost * BigInt(quantity) : 0n,
  }));
  const money = {
    method: refund.payment_method,
    payments: 0,
    amount: -(refund.amount - refund.points_amount + refund.rounding),
  };
  const points = { method: 'points', payments: 0, amount: -refund.points_amount };
  return {
    branch_id,
    ...at,
    sales: 0,
    items_sold: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    gross: 0n,
    discounts: 0n,
    refunds: refund.amount,
    tax: -refund.tax,
    cost: lines.reduce((sum, { cost }) => sum + cost, 0n),
    methods: [money, points].filter(({ amount }) => amount !== 0n),
    products: lines.flatMap(({ product_id, ...sums }) => (product_id === null ? [] : [{ product_id, ...sums }])),
  };
}
