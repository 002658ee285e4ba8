type Fields = Record<string, string | number>;
type Insert = (fields?: Fields) => string;

interface Rows {
  row(table: string, fields: Fields): string;
  sale: Insert;
  payment: Insert;
  refund: Insert;
  rollups: Insert;
  byMethod: Insert;
  byProduct: Insert;
  /** A complete sale of 100, with its roll-ups. */
  wholeSale: readonly string[];
  branch_id: string;
}

/** SQL statements that violate each invariant about the roll-ups of sales. */
export function rollupFaultsOf(rows: Rows): Record<string, string[][]> {
  const { row, sale, payment, refund, rollups, byMethod, byProduct, wholeSale, branch_id } = rows;
  const one = '00000000-0000-7000-8000-000000000001';
  const two = '00000000-0000-7000-8000-000000000002';

  const month = (fields: Fields = {}) =>
    row('sales_rollup_months', { branch_id, month: '2026-03-01', through_day: '2026-03-31', changes: 1, ...fields });

  const monthOfProduct = (fields: Fields = {}) =>
    row('sales_rollup_months_by_product', {
      branch_id,
      month: '2026-03-01',
      product_id: two,
      quantity: 1,
      revenue: 100,
      ...fields,
    });

  return {
    I10: [
      [rollups()],
      [sale()],
      [...wholeSale, `update sales_rollups set tax = tax + 1`],
      [...wholeSale, `update sales_rollups set sales = sales + 1`],
      [...wholeSale, `update sales_rollups set refunds = refunds + 1, gross = gross + 1`],
      [...wholeSale, `update sales_rollups set day = day + 1`],
    ],
    I11: [
      [byMethod()],
      [rollups()],
      [...wholeSale, `update sales_rollups_by_method set amount = amount - 1`],
      [...wholeSale, 'update sales set rounding = 1'],
      [...wholeSale, refund({ amount: 0, rounding: 1 })],
    ],
    I12: [
      [byProduct()],
      [...wholeSale, `update sales_rollups_by_product set quantity = 2`],
      [...wholeSale, `update sales_rollups_by_product set revenue = 99`],
      [...wholeSale, `update sales_rollups_by_product set discounts = 1`],
      [...wholeSale, `update sales_rollups_by_product set refunds = 1`],
      [...wholeSale, `update sales_rollups_by_product set tax = 1`],
      [...wholeSale, `delete from sales_rollups_by_product`],
    ],
    I19: [
      [byMethod()],
      [sale(), payment()],
      [...wholeSale, `update sales_rollups_by_method set method = 'card'`],
      [
        ...wholeSale,
        refund({ payment_method: 'cash', points_amount: 4 }),
        `update sales_rollups_by_method set amount = 90`,
      ],
    ],
    I25: [
      [...wholeSale, month()],
      [...wholeSale, month(), monthOfProduct({ revenue: 99 })],
      [...wholeSale, month(), monthOfProduct({ quantity: 2 })],
      [...wholeSale, month(), monthOfProduct(), monthOfProduct({ product_id: one })],
    ],
  };
}
