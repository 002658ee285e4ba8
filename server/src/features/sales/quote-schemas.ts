import { toMajor } from '@tillhouse/core/money';
import { type Static, Type } from 'typebox';
import { type ErrorCode, errorCatalogue } from '../../core/errors.ts';
import { amount, id, nullable, oneOf } from '../../platform/validation/fields.ts';
import type { Quote } from './quote-sale.ts';
import { taxRates, toTaxByRate } from './schemas.ts';

export const quote = Type.Object({
  items: Type.Array(
    Type.Object({
      product_id: nullable(id()),
      name: Type.String(),
      quantity: Type.Integer(),
      price: amount(),
      discount: amount(),
      tax: amount(),
      total: amount(),
    }),
  ),
  subtotal: amount(),
  discount: amount(),
  tax: amount(),
  tax_by_rate: taxRates,
  total_amount: amount(),
  change: amount(),
  rounding: amount(),
  cash_total: {
    ...amount(),
    description: 'What is to be paid in cash, rounded, if all that other payments leave is paid in cash',
  },
  points_earned: Type.Integer(),
  problems: Type.Array(
    Type.Object({
      field: Type.String(),
      code: oneOf(Object.keys(errorCatalogue) as ErrorCode[]),
      message: Type.String(),
    }),
    { description: 'Why the sale would be rejected' },
  ),
});

export const toQuote = (quoted: Quote, currency: string): Static<typeof quote> => ({
  items: quoted.lines.map((line) => ({
    product_id: line.product_id,
    name: line.name,
    quantity: line.quantity,
    price: toMajor(line.price, currency),
    discount: toMajor(line.line_discount + line.sale_discount, currency),
    tax: toMajor(line.tax, currency),
    total: toMajor(line.total, currency),
  })),
  subtotal: toMajor(quoted.subtotal, currency),
  discount: toMajor(quoted.discount, currency),
  tax: toMajor(quoted.tax, currency),
  tax_by_rate: toTaxByRate(quoted.tax_by_rate, currency),
  total_amount: toMajor(quoted.total, currency),
  change: toMajor(quoted.change, currency),
  rounding: toMajor(quoted.rounding, currency),
  cash_total: toMajor(quoted.cash_total, currency),
  points_earned: Number(quoted.points_earned),
  problems: quoted.problems,
});
