import { toMajor } from '@tillhouse/core/money';
import { type TaxOfRate, taxByRate } from '@tillhouse/core/pricing';
import { type Static, Type } from 'typebox';
import { pagingQuery } from '../../platform/http/paging.ts';
import { amount, id, nullable, oneOf, timestamp } from '../../platform/validation/fields.ts';
import type { SaleSummary } from './list-queries.ts';
import { percentDecimals, saleStatuses } from './rules.ts';
import type { Refund, Sale } from './sale.ts';
import { paymentMethods } from './tender-rules.ts';

const dayOfList = 'A day in the merchant’s time zone, also with `branch_id`, or a timestamp';

export const listQuery = Type.Object({
  ...pagingQuery,
  start_date: Type.Optional(Type.String({ format: 'date-or-time', description: dayOfList })),
  end_date: Type.Optional(Type.String({ format: 'date-or-time', description: dayOfList })),
  branch_id: Type.Optional(id()),
  customer_id: Type.Optional(id()),
  shift_id: Type.Optional(id()),
  status: Type.Optional(oneOf(saleStatuses)),
  search: Type.Optional(
    Type.String({
      maxLength: 100,
      format: 'text',
      description: 'Part of a transaction code, or of the name of the customer',
    }),
  ),
});

const summaryFields = {
  id: id(),
  transaction_code: Type.String(),
  total_amount: amount(),
  status: oneOf(saleStatuses),
  payment_method: nullable(oneOf([...paymentMethods, 'split'])),
  created_at: timestamp(),
  subtotal: amount(),
  discount: amount(),
  tax: amount(),
  rounding: {
    ...amount(),
    description: 'What rounding added to the cash part: the payments add up to total_amount + rounding',
  },
  refunded_amount: amount(),
  branch_id: id(),
  register_id: nullable(id()),
  shift_id: { ...nullable(id()), description: 'The shift that took the payments' },
  cashier: Type.Object({ id: id(), name: Type.String() }),
  customer_id: nullable(id()),
  label: { ...nullable(Type.String()), description: 'The label of a parked sale' },
  item_count: Type.Integer(),
  occurred_at: timestamp(),
};

export const transactionRow = Type.Object({
  ...summaryFields,
  customer: {
    ...nullable(Type.Object({ id: id(), name: Type.String() })),
    description: 'null also if the customer was deleted, or without the permission to read customers',
  },
});

/** Set if the discount was requested as a percentage. */
const discountPercent = () =>
  nullable(Type.Number({ description: 'Set if the discount was requested as a percentage' }));

const item = Type.Object({
  line_no: Type.Integer({ description: 'Counted from 1' }),
  product_id: { ...nullable(id()), description: 'null for a custom item' },
  sku: nullable(Type.String()),
  name: Type.String(),
  quantity: Type.Integer(),
  price: amount(),
  list_price: amount(),
  price_overridden: Type.Boolean(),
  discount: amount(),
  line_discount: {
    ...amount(),
    description: 'The item’s own discount; the rest of `discount` is its share of the discount on the sale',
  },
  discount_percent: discountPercent(),
  tax_rate: Type.Number({ description: 'Percent' }),
  tax: amount(),
  total: amount(),
  refunded_quantity: Type.Integer(),
  track_stock: Type.Boolean({ description: 'Whether its stock was tracked when it was sold, and is when it returns' }),
});

export const refund = Type.Object({
  id: nullable(id()),
  transaction_id: id(),
  register_id: nullable(id()),
  shift_id: { ...nullable(id()), description: 'The shift that paid it' },
  amount: amount(),
  tax: amount(),
  reason: nullable(Type.String()),
  payment_method: oneOf(paymentMethods),
  restock: Type.Boolean(),
  items: Type.Array(
    Type.Object({
      line_no: Type.Integer({ description: 'The line of the transaction' }),
      product_id: nullable(id()),
      name: Type.String(),
      quantity: Type.Integer(),
      amount: amount(),
    }),
  ),
  points_reversed: Type.Integer({ description: 'Points earned with the transaction and taken back' }),
  points_returned: Type.Integer({ description: 'Points spent on the transaction and returned' }),
  points_amount: {
    ...amount(),
    description: 'The part of the amount that is returned as points; payment_method returns the rest',
  },
  rounding: {
    ...amount(),
    description: 'What cash rounding added: the money paid out is amount − points_amount + rounding',
  },
  transaction_status: oneOf(saleStatuses),
  refunded_amount: amount(),
  remaining_refundable: amount(),
  created_at: timestamp(),
});

const payment = Type.Object({
  id: id(),
  method: oneOf(paymentMethods),
  amount: amount(),
  points: Type.Integer({ description: 'Points spent; 0 for other methods' }),
  reference: nullable(Type.String()),
});

/** One row for each tax rate. */
export const taxRates = Type.Array(
  Type.Object({
    rate: Type.Number({ description: 'Percent' }),
    net: { ...amount(), description: 'Net amount, without tax' },
    tax: amount(),
  }),
);

export const toTaxByRate = (rates: readonly TaxOfRate[], currency: string): Static<typeof taxRates> =>
  rates.map(({ rate_ppm, net, tax }) => ({
    rate: rate_ppm / 10 ** percentDecimals,
    net: toMajor(net, currency),
    tax: toMajor(tax, currency),
  }));

const detailFields = {
  ...summaryFields,
  discount_percent: discountPercent(),
  tax_by_rate: taxRates,
  note: nullable(Type.String()),
  void_register_id: nullable(id()),
  void_shift_id: { ...nullable(id()), description: 'The shift that paid back a voided transaction' },
  change: amount(),
  points_earned: Type.Integer({ description: 'Earned by the paid money that is not refunded' }),
  points_redeemed: Type.Integer({ description: 'The points that were spent on payments' }),
  items: Type.Array(item),
  payments: Type.Array(payment),
};

export const transaction = Type.Object(detailFields);
export const transactionDetail = Type.Object({ ...detailFields, refunds: Type.Array(refund) });

const toSummary = (sale: Omit<SaleSummary, 'customer_name'>, currency: string) => ({
  id: sale.id,
  transaction_code: sale.code,
  total_amount: toMajor(sale.total, currency),
  status: sale.status,
  payment_method: sale.payment_method,
  created_at: sale.created_at,
  subtotal: toMajor(sale.subtotal, currency),
  discount: toMajor(sale.discount, currency),
  tax: toMajor(sale.tax, currency),
  rounding: toMajor(sale.rounding, currency),
  refunded_amount: toMajor(sale.refunded_amount, currency),
  branch_id: sale.branch_id,
  register_id: sale.register_id,
  shift_id: sale.shift_id,
  cashier: { id: sale.cashier_id, name: sale.cashier_name },
  customer_id: sale.customer_id,
  label: sale.label,
  item_count: sale.item_count,
  occurred_at: sale.occurred_at,
});

export const toTransactionRow = (sale: SaleSummary, currency: string): Static<typeof transactionRow> => ({
  ...toSummary(sale, currency),
  customer:
    sale.customer_id === null || sale.customer_name === null
      ? null
      : { id: sale.customer_id, name: sale.customer_name },
});

const toPercentage = (ppm: number): number => ppm / 10 ** percentDecimals;
const toPercent = (ppm: number | null): number | null => (ppm === null ? null : toPercentage(ppm));

export const toTransaction = (sale: Sale, currency: string): Static<typeof transaction> => ({
  ...toSummary(sale, currency),
  discount_percent: toPercent(sale.discount_ppm),
  tax_by_rate: toTaxByRate(taxByRate(sale.tax_mode, sale.lines), currency),
  note: sale.note,
  void_register_id: sale.void_register_id,
  void_shift_id: sale.void_shift_id,
  change: toMajor(sale.change, currency),
  points_earned: Number(sale.points_earned),
  points_redeemed: Number(sale.points_redeemed),
  items: sale.lines.map((line) => ({
    line_no: line.line_no,
    product_id: line.product_id,
    sku: line.sku,
    name: line.name,
    quantity: line.quantity,
    price: toMajor(line.price, currency),
    list_price: toMajor(line.list_price, currency),
    price_overridden: line.price !== line.list_price,
    discount: toMajor(line.line_discount + line.sale_discount, currency),
    line_discount: toMajor(line.line_discount, currency),
    discount_percent: toPercent(line.discount_ppm),
    tax_rate: toPercentage(line.tax_rate_ppm),
    tax: toMajor(line.tax, currency),
    total: toMajor(line.total, currency),
    refunded_quantity: line.refunded_quantity,
    track_stock: line.track_stock,
  })),
  payments: sale.payments.map((paid) => ({
    ...paid,
    amount: toMajor(paid.amount, currency),
    points: Number(paid.points),
  })),
});

export const toRefund = (source: Refund, currency: string): Static<typeof refund> => ({
  id: source.id,
  transaction_id: source.sale_id,
  register_id: source.register_id,
  shift_id: source.shift_id,
  amount: toMajor(source.amount, currency),
  tax: toMajor(source.tax, currency),
  reason: source.reason,
  payment_method: source.payment_method,
  restock: source.restock,
  items: source.lines.map(({ sale_line_no, product_id, name, quantity: units, amount: worth }) => ({
    line_no: sale_line_no,
    product_id,
    name,
    quantity: units,
    amount: toMajor(worth, currency),
  })),
  points_reversed: Number(source.points_reversed),
  points_returned: Number(source.points_returned),
  points_amount: toMajor(source.points_amount, currency),
  rounding: toMajor(source.rounding, currency),
  transaction_status: source.sale_status,
  refunded_amount: toMajor(source.refunded_amount, currency),
  remaining_refundable: toMajor(source.remaining_refundable, currency),
  created_at: source.created_at,
});
