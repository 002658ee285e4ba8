import { type Static, Type } from 'typebox';
import { amount, freeText, id, money, nullable, oneOf, quantity } from '../../http/fields.ts';
import { type Minor, toMinor } from '../../kernel/money.ts';
import { Complaints } from '../../kernel/refusal.ts';
import type { SaleRequest } from './record-sale.ts';
import type { RefundRequest } from './refund-sale.ts';
import { type Offer, paymentMethods, type Tender } from './tender-rules.ts';

const tender = {
  payment_method: Type.Optional({
    ...oneOf(paymentMethods),
    description: 'By `points`: a customer is needed who has them, and a merchant’s `point_value`',
  }),
  payments: Type.Optional(
    Type.Array(Type.Object({ method: oneOf(paymentMethods), amount: money(), reference: Type.Optional(nullable(freeText(200))) }), {
      minItems: 1,
      maxItems: 20,
      description: 'Several payments, in place of payment_method; they add up to the total, cash may exceed it',
    }),
  ),
  amount_tendered: Type.Optional(
    Type.Number({ minimum: 0, maximum: 9_999_999_999.99, description: 'Cash handed over; the answer has the change' }),
  ),
};

export const recordBody = Type.Object({
  id: Type.Optional(Type.String({ format: 'uuid', description: 'The client’s own id; sent again, it is answered again' })),
  items: Type.Array(
    Type.Object({
      product_id: id(),
      quantity: quantity(),
      price: Type.Optional(Type.Number({ minimum: 0, maximum: 9_999_999_999.99, description: 'The catalogue’s price when left out' })),
      discount: Type.Optional(Type.Number({ minimum: 0, maximum: 9_999_999_999.99, description: 'Off the whole line' })),
    }),
    { minItems: 1, maxItems: 1_000 },
  ),
  ...tender,
  discount: Type.Optional(Type.Number({ minimum: 0, maximum: 9_999_999_999.99, description: 'Off the sale, spread over its lines' })),
  customer_id: Type.Optional(nullable(id())),
  branch_id: Type.Optional(nullable(id())),
  note: Type.Optional(nullable(freeText(1_000))),
  occurred_at: Type.Optional(Type.String({ format: 'date-time', description: 'When it happened at the till, if that was offline' })),
  status: Type.Optional(oneOf(['completed', 'pending'])),
  expected_total: Type.Optional({
    ...amount(),
    minimum: 0,
    description: 'The total that the till shows; nothing is sold where the sale comes to another',
  }),
});

export const completeBody = Type.Object(tender);
export const voidBody = Type.Object({ reason: Type.Optional(nullable(freeText(500))) });

export const refundBody = Type.Object({
  reason: Type.Optional(nullable(freeText(500))),
  items: Type.Optional(Type.Array(Type.Object({ product_id: id(), quantity: quantity() }), { minItems: 1, maxItems: 1_000 })),
  amount: Type.Optional(money()),
  restock: Type.Optional(Type.Boolean({ default: true })),
  payment_method: Type.Optional({
    ...nullable(oneOf(paymentMethods)),
    description: 'How the money goes back: the way most of it came, when left out. Points come back as points',
  }),
});

/** From what a client wrote to what an operation takes: ids in one spelling, amounts in minor units, every wrong one named. */

type Read = (field: string, value: number | undefined) => Minor | undefined;

function withAmounts<Request>(currency: string, build: (read: Read) => Request): Request {
  const complaints = new Complaints();
  const request = build((field, value) => {
    if (value === undefined) return undefined;
    const minor = toMinor(value, currency);
    if (minor === undefined) complaints.add(field, `has more decimals than ${currency}`);
    return minor;
  });
  complaints.settle();
  return request;
}

export const toSaleRequest = (body: Static<typeof recordBody>, currency: string): SaleRequest =>
  withAmounts(currency, (read) => ({
    ...(body.id === undefined ? {} : { id: body.id.toLowerCase() }),
    status: body.status ?? 'completed',
    items: body.items.map((item, index) => {
      const price = read(`items[${index}].price`, item.price);
      return {
        product_id: item.product_id.toLowerCase(),
        quantity: item.quantity,
        ...(price === undefined ? {} : { price }),
        discount: read(`items[${index}].discount`, item.discount) ?? 0n,
      };
    }),
    discount: read('discount', body.discount) ?? 0n,
    tender: tenderOf(body, read),
    customer_id: body.customer_id?.toLowerCase() ?? null,
    branch_id: body.branch_id?.toLowerCase() ?? null,
    occurred_at: body.occurred_at ?? null,
    note: body.note ?? null,
    expected_total: read('expected_total', body.expected_total) ?? null,
  }));

export const toTender = (body: Static<typeof completeBody>, currency: string): Tender =>
  withAmounts(currency, (read) => tenderOf(body, read));

function tenderOf(body: Static<typeof completeBody>, read: Read): Tender {
  const amount_tendered = read('amount_tendered', body.amount_tendered);
  const payments = body.payments?.map(
    ({ method, amount, reference }, index): Offer => ({
      method,
      amount: read(`payments[${index}].amount`, amount) ?? 0n,
      reference: reference ?? null,
    }),
  );
  return {
    ...(body.payment_method === undefined ? {} : { payment_method: body.payment_method }),
    ...(payments === undefined ? {} : { payments }),
    ...(amount_tendered === undefined ? {} : { amount_tendered }),
  };
}

export const toRefundRequest = (sale_id: string, body: Static<typeof refundBody>, currency: string): RefundRequest =>
  withAmounts(currency, (read) => {
    const amount = read('amount', body.amount);
    return {
      sale_id,
      reason: body.reason ?? null,
      restock: body.restock ?? true,
      payment_method: body.payment_method ?? null,
      ...(amount === undefined ? {} : { amount }),
      ...(body.items === undefined ? {} : { items: body.items }),
    };
  });
