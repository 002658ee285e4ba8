import { toMajor } from '@tillhouse/core/money';
import { type Static, Type } from 'typebox';
import { amount, id, nullable, timestamp } from '../../platform/validation/fields.ts';
import type { EntryRecord } from './queries.ts';
import type { CustomerData, SaleData } from './read-customer-data.ts';

const customer = Type.Object({
  id: id(),
  name: Type.String(),
  email: nullable(Type.String()),
  phone: nullable(Type.String()),
  address: nullable(Type.String()),
  points: Type.Integer(),
  tier: Type.String(),
  lifetime_value: amount(),
  created_at: timestamp(),
  updated_at: timestamp(),
  deleted_at: nullable(timestamp()),
});

const pointsEntry = Type.Object({
  type: Type.String(),
  points: Type.Integer({ description: 'Signed' }),
  balance: Type.Integer({ description: 'The balance after this entry' }),
  transaction_id: nullable(id()),
  reason: nullable(Type.String()),
  created_at: timestamp(),
});

const item = Type.Object({
  sku: nullable(Type.String()),
  name: Type.String(),
  quantity: Type.Integer(),
  price: amount(),
  discount: amount(),
  tax: amount(),
  total: amount(),
  refunded_quantity: Type.Integer(),
});

const payment = Type.Object({
  method: Type.String(),
  amount: amount(),
  points: Type.Integer(),
  reference: nullable(Type.String()),
  created_at: timestamp(),
});

const refund = Type.Object({
  id: id(),
  amount: amount(),
  points_amount: amount(),
  rounding: amount(),
  payment_method: Type.String(),
  points_returned: Type.Integer(),
  points_reversed: Type.Integer(),
  reason: nullable(Type.String()),
  items: Type.Array(Type.Object({ name: Type.String(), quantity: Type.Integer(), amount: amount() })),
  created_at: timestamp(),
});

const transaction = Type.Object({
  id: id(),
  transaction_code: Type.String(),
  status: Type.String(),
  branch: Type.String(),
  occurred_at: timestamp(),
  subtotal: amount(),
  discount: amount(),
  tax: amount(),
  total_amount: amount(),
  rounding: amount(),
  refunded_amount: amount(),
  points_earned: Type.Integer(),
  points_redeemed: Type.Integer(),
  note: nullable(Type.String()),
  label: nullable(Type.String()),
  void_reason: nullable(Type.String()),
  items: Type.Array(item),
  payments: Type.Array(payment),
  refunds: Type.Array(refund),
});

export const customerData = Type.Object({
  currency: Type.String({ description: 'The currency of all amounts' }),
  customer,
  points_history: Type.Array(pointsEntry, { description: 'Oldest first' }),
  transactions: Type.Array(transaction, { description: 'Oldest first' }),
});

const toCustomer = (row: CustomerData['customer'], currency: string): Static<typeof customer> => ({
  ...row,
  points: Number(row.points),
  lifetime_value: toMajor(row.lifetime_value, currency),
});

const toEntry = ({ type, points, balance, sale_id, reason, created_at }: EntryRecord): Static<typeof pointsEntry> => ({
  type,
  points: Number(points),
  balance: Number(balance),
  transaction_id: sale_id,
  reason,
  created_at,
});

const toRefund = (row: SaleData['refunds'][number], currency: string): Static<typeof refund> => ({
  id: row.id,
  amount: toMajor(row.amount, currency),
  points_amount: toMajor(row.points_amount, currency),
  rounding: toMajor(row.rounding, currency),
  payment_method: row.payment_method,
  points_returned: Number(row.points_returned),
  points_reversed: Number(row.points_reversed),
  reason: row.reason,
  items: row.lines.map(({ name, quantity, amount: worth }) => ({ name, quantity, amount: toMajor(worth, currency) })),
  created_at: row.created_at,
});

const toTransaction = (sale: SaleData, currency: string): Static<typeof transaction> => ({
  id: sale.id,
  transaction_code: sale.code,
  status: sale.status,
  branch: sale.branch,
  occurred_at: sale.occurred_at,
  subtotal: toMajor(sale.subtotal, currency),
  discount: toMajor(sale.discount, currency),
  tax: toMajor(sale.tax, currency),
  total_amount: toMajor(sale.total, currency),
  rounding: toMajor(sale.rounding, currency),
  refunded_amount: toMajor(sale.refunded_amount, currency),
  points_earned: Number(sale.points_earned),
  points_redeemed: Number(sale.points_redeemed),
  note: sale.note,
  label: sale.label,
  void_reason: sale.void_reason,
  items: sale.lines.map(({ sale_id: _, ...line }) => ({
    ...line,
    price: toMajor(line.price, currency),
    discount: toMajor(line.discount, currency),
    tax: toMajor(line.tax, currency),
    total: toMajor(line.total, currency),
  })),
  payments: sale.payments.map(({ sale_id: _, ...paid }) => ({
    ...paid,
    amount: toMajor(paid.amount, currency),
    points: Number(paid.points),
  })),
  refunds: sale.refunds.map((row) => toRefund(row, currency)),
});

/** Writes the `customerData` document in its envelope while its lists are being read. */
export async function* writeCustomerData(data: CustomerData, currency: string): AsyncIterable<string> {
  yield `{"success":true,"data":{"currency":${JSON.stringify(currency)},"customer":${JSON.stringify(toCustomer(data.customer, currency))}`;
  yield ',"points_history":[';
  yield* writeRows(data.entries, toEntry);
  yield '],"transactions":[';
  yield* writeRows(data.sales, (sale) => toTransaction(sale, currency));
  yield ']}}';
}

async function* writeRows<Row>(batches: AsyncIterable<Row[]>, toWire: (row: Row) => object): AsyncIterable<string> {
  let before = '';
  for await (const rows of batches) {
    yield before + rows.map((row) => JSON.stringify(toWire(row))).join(',');
    before = ',';
  }
}
