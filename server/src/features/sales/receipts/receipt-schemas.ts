import { toMajor } from '@tillhouse/core/money';
import { type Static, Type } from 'typebox';
import { localTimeOf } from '../../../core/calendar.ts';
import { success } from '../../../platform/http/envelope.ts';
import { amount, email, id, nullable, oneOf, timestamp } from '../../../platform/validation/fields.ts';
import { percentDecimals, saleStatuses } from '../rules.ts';
import { paymentMethods } from '../tender-rules.ts';
import type { Receipt } from './receipt.ts';

export const receiptFormats = ['json', 'pdf', 'escpos'] as const;

export const receiptQuery = Type.Object({
  format: Type.Optional({
    ...oneOf(receiptFormats),
    default: 'json',
    description: 'pdf: 80 mm wide; escpos: commands for a receipt printer, 42 columns wide',
  }),
});

export const sendBody = Type.Object({ email: email() });

const person = Type.Object({ id: id(), name: Type.String() });
const nullableText = nullable(Type.String());

const receipt = Type.Object({
  transaction_id: id(),
  transaction_code: Type.String(),
  status: oneOf(saleStatuses),
  copy: Type.Boolean({ description: 'Whether the receipt was read before, in any format' }),
  currency: Type.String(),
  shop: Type.Object({
    name: Type.String(),
    address: nullableText,
    phone: nullableText,
    tax_number: nullableText,
    receipt_footer: nullableText,
  }),
  branch: Type.Object({ id: id(), name: Type.String(), address: nullableText, phone: nullableText }),
  occurred_at: timestamp(),
  timezone: Type.String({ description: 'The time zone of the sale' }),
  local_time: Type.String({ description: 'occurred_at in that zone, YYYY-MM-DD HH:MM' }),
  cashier: person,
  customer: Type.Union([person, Type.Null()]),
  items: Type.Array(
    Type.Object({
      line_no: Type.Integer(),
      sku: nullable(Type.String()),
      name: Type.String(),
      quantity: Type.Integer(),
      price: amount(),
      amount: Type.Number({ description: 'quantity × price, before any discount' }),
    }),
  ),
  discounts: Type.Array(
    Type.Object({
      line_no: nullable(Type.Integer({ description: 'null for a discount on the whole transaction' })),
      percent: nullable(Type.Number({ description: 'Set if the discount was requested as a percentage' })),
      amount: amount(),
    }),
  ),
  subtotal: Type.Number({ description: 'All items before any discount' }),
  discount: Type.Number({ description: 'All discounts together' }),
  tax_mode: oneOf(['none', 'inclusive', 'exclusive']),
  tax: amount(),
  tax_by_rate: Type.Array(
    Type.Object({
      rate: Type.Number({ description: 'Percent' }),
      net: Type.Number({ description: 'Net amount, without tax' }),
      tax: amount(),
    }),
  ),
  total_amount: Type.Number({ description: 'subtotal − discount, plus the tax if prices exclude it' }),
  rounding: Type.Number({ description: 'Of the cash part: the payments add up to total_amount + rounding' }),
  payments: Type.Array(
    Type.Object({
      method: oneOf(paymentMethods),
      amount: amount(),
      points: Type.Integer({ description: 'Points spent; 0 for other methods' }),
      reference: nullable(Type.String()),
    }),
  ),
  cash_received: nullable(
    Type.Number({ description: 'Cash received, including the change; null if nothing was paid in cash' }),
  ),
  change: amount(),
  refunds: Type.Array(
    Type.Object({
      id: id(),
      amount: amount(),
      points_amount: {
        ...amount(),
        description: 'The part of the amount that was returned as points; payment_method returned the rest',
      },
      points_returned: Type.Integer(),
      rounding: amount(),
      payment_method: oneOf(paymentMethods),
      created_at: timestamp(),
      local_time: Type.String(),
    }),
  ),
  refunded_amount: amount(),
  points_earned: Type.Integer(),
  points_redeemed: Type.Integer(),
  journal: nullable(
    Type.Object(
      { number: Type.Integer(), hash: Type.String() },
      { description: 'The entry in the journal of the register; null if the sale names no register' },
    ),
  ),
});

const file = { schema: { type: 'string', format: 'binary' } };

export const receiptMediaTypes = { pdf: 'application/pdf', escpos: 'application/octet-stream' } as const;

export const receiptResponse = Type.Unsafe<{ success: true; data: Static<typeof receipt> } | Uint8Array>({
  description: 'The receipt; a file for the other values of `format`',
  content: {
    'application/json': { schema: success(receipt) },
    [receiptMediaTypes.pdf]: file,
    [receiptMediaTypes.escpos]: file,
  },
});

const toPercent = (ppm: number): number => ppm / 10 ** percentDecimals;

export function toReceipt(source: Receipt): Static<typeof receipt> {
  const money = (minor: bigint) => toMajor(minor, source.currency);
  const { footer, ...shop } = source.shop;
  return {
    transaction_id: source.sale_id,
    transaction_code: source.code,
    status: source.status,
    copy: source.is_copy,
    currency: source.currency,
    shop: { ...shop, receipt_footer: footer },
    branch: source.branch,
    occurred_at: source.occurred_at,
    timezone: source.timezone,
    local_time: localTimeOf(source.occurred_at, source.timezone),
    cashier: source.cashier,
    customer: source.customer,
    items: source.lines.map((line) => ({ ...line, price: money(line.price), amount: money(line.amount) })),
    discounts: source.discounts.map(({ line_no, ppm, amount: discount }) => ({
      line_no,
      percent: ppm === null ? null : toPercent(ppm),
      amount: money(discount),
    })),
    subtotal: money(source.subtotal),
    discount: money(source.discount),
    tax_mode: source.tax_mode,
    tax: money(source.tax),
    tax_by_rate: source.tax_by_rate.map(({ rate_ppm, net, tax }) => ({
      rate: toPercent(rate_ppm),
      net: money(net),
      tax: money(tax),
    })),
    total_amount: money(source.total),
    rounding: money(source.rounding),
    payments: source.payments.map((paid) => ({ ...paid, amount: money(paid.amount), points: Number(paid.points) })),
    cash_received: source.cash_received === null ? null : money(source.cash_received),
    change: money(source.change),
    refunds: source.refunds.map((refund) => ({
      ...refund,
      amount: money(refund.amount),
      points_amount: money(refund.points_amount),
      points_returned: Number(refund.points_returned),
      rounding: money(refund.rounding),
      local_time: localTimeOf(refund.created_at, source.timezone),
    })),
    refunded_amount: money(source.refunded_amount),
    points_earned: Number(source.points_earned),
    points_redeemed: Number(source.points_redeemed),
    journal: source.journal,
  };
}
