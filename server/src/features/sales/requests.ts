import type { Static } from 'typebox';
import { type Minor, toMinor } from '../../kernel/money.ts';
import { Complaints } from '../../kernel/refusal.ts';
import type { SaleRequest } from './record-sale.ts';
import type { RefundRequest } from './refund-sale.ts';
import type { completeBody, recordBody, refundBody } from './schemas.ts';
import type { Payment, Tender } from './tender-rules.ts';

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
  }));

export const toTender = (body: Static<typeof completeBody>, currency: string): Tender =>
  withAmounts(currency, (read) => tenderOf(body, read));

function tenderOf(body: Static<typeof completeBody>, read: Read): Tender {
  const amount_tendered = read('amount_tendered', body.amount_tendered);
  const payments = body.payments?.map(
    ({ method, amount, reference }, index): Payment => ({
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
