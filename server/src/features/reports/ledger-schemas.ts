import { toMajor } from '@tillhouse/core/money';
import { type Static, Type } from 'typebox';
import { pagingQuery } from '../../platform/http/paging.ts';
import { amount, day, id, nullable, oneOf, timestamp } from '../../platform/validation/fields.ts';
import { detailedQuery } from './breakdown-schemas.ts';
import { figuresToWire, rowFigures, totalTransactions } from './figures-schemas.ts';
import type { DiscountRow, StaffRow, TaxRow } from './ledger-queries.ts';
import type { ReasonRow, RefundRow } from './refund-queries.ts';
import { refundKinds } from './rules.ts';

export const staffRow = Type.Object({
  user_id: id(),
  name: Type.String(),
  total_transactions: totalTransactions,
  refund_count: Type.Integer({ description: 'Refunds that this person made' }),
  ...rowFigures,
});

export const staffRowToWire = (
  { user_id, name, sales, refund_count, ...figures }: StaffRow,
  currency: string,
): Static<typeof staffRow> => ({
  ...{ user_id, name, total_transactions: sales, refund_count },
  ...figuresToWire(figures, currency),
});

export const taxRow = Type.Object({
  tax_rate: { ...nullable(Type.Number()), description: 'Percent; null for refunds of an amount without items' },
  net: Type.Number({ description: 'total_sales − tax' }),
  tax: Type.Number({ description: 'Net of refunded tax' }),
  total_sales: Type.Number({ description: 'Sales less refunds, tax included' }),
  sales_net: Type.Number({ description: 'Before refunds, without tax' }),
  sales_tax: Type.Number({ description: 'Before refunds' }),
  refunds: Type.Number({ description: 'Tax included' }),
  refunds_tax: amount(),
});

export const taxRowToWire = (
  { rate_ppm, sold, sold_tax, refunds, refunded_tax }: TaxRow,
  currency: string,
): Static<typeof taxRow> => ({
  tax_rate: rate_ppm === null ? null : rate_ppm / 10_000,
  net: toMajor(sold - sold_tax - refunds + refunded_tax, currency),
  tax: toMajor(sold_tax - refunded_tax, currency),
  total_sales: toMajor(sold - refunds, currency),
  sales_net: toMajor(sold - sold_tax, currency),
  sales_tax: toMajor(sold_tax, currency),
  refunds: toMajor(refunds, currency),
  refunds_tax: toMajor(refunded_tax, currency),
});

export const discountRow = Type.Object({
  user_id: id(),
  name: Type.String(),
  discounts: Type.Number({ description: 'line_discounts + sale_discounts' }),
  line_discounts: Type.Number({ description: 'Given on single lines' }),
  sale_discounts: Type.Number({ description: 'Given on sales as a whole' }),
  gross_sales: Type.Number({ description: 'Of all sales of this cashier, before discounts and refunds' }),
  discounted_transactions: Type.Integer({ description: 'Sales with a discount' }),
  total_transactions: totalTransactions,
});

export const discountRowToWire = (
  { user_id, name, gross, discounts, of_lines, sales, discounted }: DiscountRow,
  currency: string,
): Static<typeof discountRow> => ({
  ...{ user_id, name },
  discounts: toMajor(discounts, currency),
  line_discounts: toMajor(of_lines, currency),
  sale_discounts: toMajor(discounts - of_lines, currency),
  gross_sales: toMajor(gross, currency),
  ...{ discounted_transactions: discounted, total_transactions: sales },
});

export const refundsQuery = Type.Object({
  ...detailedQuery.properties,
  kind: Type.Optional(oneOf(refundKinds)),
  user_id: Type.Optional({ ...id(), description: 'Who refunded or voided' }),
  ...pagingQuery,
});

export const refundRow = Type.Object({
  id: { ...id(), description: 'Of the refund, or of the voided transaction' },
  kind: oneOf(refundKinds),
  transaction_id: id(),
  transaction_code: Type.String(),
  branch_id: id(),
  user_id: { ...nullable(id()), description: 'Who refunded or voided; null where that is no longer known' },
  user_name: nullable(Type.String()),
  day: { ...day(), description: 'Of the refund; for a void, of the transaction, which no longer counts on it' },
  created_at: timestamp(),
  amount: Type.Number({ description: 'Tax included; for a void, the total of the transaction' }),
  tax: amount(),
  payment_method: { ...nullable(Type.String()), description: 'null for a voided transaction with several payments' },
  reason: nullable(Type.String()),
});

export const refundRowToWire = (
  { code, amount, tax, ...row }: RefundRow,
  currency: string,
): Static<typeof refundRow> => ({
  ...row,
  transaction_code: code,
  amount: toMajor(amount, currency),
  tax: toMajor(tax, currency),
});

export const reasonRow = Type.Object({
  reason: {
    ...nullable(Type.String()),
    description: 'As it was written last, without regard to case; null for refunds and voids without a reason',
  },
  count: Type.Integer({ description: 'Refunds and voids' }),
  amount: Type.Number({ description: 'Tax included; of voids, the totals of the transactions' }),
});

export const reasonRowToWire = ({ amount, ...row }: ReasonRow, currency: string): Static<typeof reasonRow> => ({
  ...row,
  amount: toMajor(amount, currency),
});
