import { toMajor } from '@tillhouse/core/money';
import { type Static, Type } from 'typebox';
import { localTimeOf } from '../../core/calendar.ts';
import { success } from '../../platform/http/envelope.ts';
import { amount, email, id, nullable, oneOf, timestamp } from '../../platform/validation/fields.ts';
import type { Receipt } from './receipt.ts';
import { percentDecimals, saleStatuses } from './rules.ts';
import { paymentMethods } from './tender-rules.ts';

export const receiptFormats = ['json', 'pdf', 'escpos'] as const;

export const receiptQuery = Type.Object({
  format: Type.Optional({
    ...oneOf(receiptFormats),
    default: 'json',
    description: 'pdf: 80 mm wide; escpos: commands for a receipt printer, 42 columns wide',
  }),
});

export const sendBody = Type.Object({ email: email() });

const party = Type.Object({ id: id(), name: Type.String() });
const ofReceipt = nullable(Type.String());

const receipt = Type.Object({
  transaction_id: id(),
  transaction_code: Type.String(),
  status: oneOf(saleStatuses),
  copy: Type.Boolean({ description: 'Whether the receipt was read before, in any format' }),
  currency: Type.String(),
  shop: Type.Object({
    name: Type.String(),
    address: ofReceipt,
    phone: ofReceipt,
    tax_number: ofReceipt,
    receipt_footer: ofReceipt,
  }),
  branch: Type.Object({ id: id(), name: Type.String(), address: ofReceipt, phone: ofReceipt }),
  occurred_at: timestamp(),
  timezone: Type.String({ description: 'The time zone of the sale' }),
  local_time: Type.String({ description: 'occurred_at in that zone, YYYY-MM-DD HH:MM' }),
  cashier: party,
  customer: Type.Union([party, Type.Null()]),
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
      payment_method: oneOf(paymentMethods),
      created_at: timestamp(),
      local_time: Type.String(),
    }),
  ),
  refunded_amount: amount(),
  points_earned: Type.Integer(),
  points_redeemed: Type.Integer(),
});

const file = { schema: { type: 'string', format: 'binary' } };

export const receiptMediaTypes = { pdf: 'application/pdf', escpos: 'application/octet-stream' } as const;

export const receiptAnswer = Type.Unsafe<{ success: true; data: Static<typeof receipt> } | Uint8Array>({
  description: 'The receipt; a file for the other values of `format`',
  content: {
    'application/json': { schema: success(receipt) },
    [receiptMediaTypes.pdf]: file,
    [receiptMediaTypes.escpos]: file,
  },
});

const percent = (ppm: number): number => ppm / 10 ** percentDecimals;

export function toReceipt(kept: Receipt): Static<typeof receipt> {
  const money = (minor: bigint) => toMajor(minor, kept.currency);
  const { footer, ...shop } = kept.shop;
  return {
    transaction_id: kept.sale_id,
    transaction_code: kept.code,
    status: kept.status,
    copy: kept.is_copy,
    currency: kept.currency,
    shop: { ...shop, receipt_footer: footer },
    branch: kept.branch,
    occurred_at: kept.occurred_at,
    timezone: kept.timezone,
    local_time: localTimeOf(kept.occurred_at, kept.timezone),
    cashier: kept.cashier,
    customer: kept.customer,
    items: kept.lines.map((line) => ({ ...line, price: money(line.price), amount: money(line.amount) })),
    discounts: kept.discounts.map(({ line_no, ppm, amount: off }) => ({
      line_no,
      percent: ppm === null ? null : percent(ppm),
      amount: money(off),
    })),
    subtotal: money(kept.subtotal),
    discount: money(kept.discount),
    tax_mode: kept.tax_mode,
    tax: money(kept.tax),
    tax_by_rate: kept.tax_by_rate.map(({ rate_ppm, net, tax }) => ({
      rate: percent(rate_ppm),
      net: money(net),
      tax: money(tax),
    })),
    total_amount: money(kept.total),
    payments: kept.payments.map((paid) => ({ ...paid, amount: money(paid.amount), points: Number(paid.points) })),
    cash_received: kept.cash_received === null ? null : money(kept.cash_received),
    change: money(kept.change),
    refunds: kept.refunds.map((made) => ({
      ...made,
      amount: money(made.amount),
      local_time: localTimeOf(made.created_at, kept.timezone),
    })),
    refunded_amount: money(kept.refunded_amount),
    points_earned: Number(kept.points_earned),
    points_redeemed: Number(kept.points_redeemed),
  };
}
