import { type Minor, readDecimal } from '@tillhouse/core/money';
import type { Discount } from '@tillhouse/core/pricing';
import { type Static, Type } from 'typebox';
import { readAmount } from '../../core/amounts.ts';
import { ValidationErrors } from '../../core/errors.ts';
import {
  amount,
  discount,
  freeText,
  id,
  money,
  moneySum,
  nullable,
  oneOf,
  quantity,
  text,
} from '../../platform/validation/fields.ts';
import type { SaleChange } from './change-parked-sale.ts';
import type { Completion } from './complete-sale.ts';
import type { SaleRequest } from './prepare-sale.ts';
import { productIsRequired, type RefundItem } from './refunds/refund-rules.ts';
import type { RefundRequest } from './refunds/refund-sale.ts';
import { percentDecimals, tooManyPercentDecimals } from './rules.ts';
import type { SaleItem } from './sale-lines.ts';
import { type PaymentInput, paymentMethods, type Tender } from './tender-rules.ts';

const tender = {
  payment_method: Type.Optional({
    ...oneOf(paymentMethods),
    description: '`points` needs a customer with enough points, and a `point_value` of the merchant',
  }),
  payments: Type.Optional(
    Type.Array(
      Type.Object({
        method: oneOf(paymentMethods),
        amount: moneySum(),
        reference: Type.Optional(nullable(freeText(200))),
      }),
      {
        minItems: 1,
        maxItems: 20,
        description: 'Several payments instead of payment_method; they add up to the total, only cash may exceed it',
      },
    ),
  ),
  amount_tendered: Type.Optional({ ...moneySum(), description: 'Cash received; the response has the change' }),
};

const saleItems = Type.Array(
  Type.Object({
    product_id: Type.Optional({
      ...nullable(id()),
      description: 'Omit it for a custom item with its own name and price; needs the merchant’s `allow_custom_items`',
    }),
    name: Type.Optional({ ...text(200), description: 'The name of a custom item' }),
    tax_rate: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 100,
        description: 'Percent, for a custom item; default: the merchant’s rate',
      }),
    ),
    quantity: quantity(),
    price: Type.Optional({ ...money(), description: 'Default: the catalogue’s price' }),
    discount: Type.Optional(
      discount('Off the whole line; of an item in a response that is its `line_discount`, without its share'),
    ),
  }),
  { minItems: 1, maxItems: 1_000 },
);

const saleDiscountDescription = 'On the sale after the discounts of its lines, spread over the lines';
const label = { ...nullable(freeText(100)), description: 'The label of a parked sale' };

const register_id = Type.Optional({
  ...nullable(id()),
  description: 'The register that takes or pays the money; it belongs to the open shift there',
});

const expected_total = Type.Optional({
  ...amount(),
  minimum: 0,
  description: 'The total that the till shows; a sale with another total is rejected',
});

export const recordBody = Type.Object({
  id: Type.Optional(
    Type.String({ format: 'uuid', description: 'The client’s own id; a repeated request gets the same response' }),
  ),
  items: saleItems,
  ...tender,
  discount: Type.Optional(discount(saleDiscountDescription)),
  customer_id: Type.Optional(nullable(id())),
  branch_id: Type.Optional({ ...nullable(id()), description: 'Default: the register’s branch, or the user’s' }),
  register_id,
  note: Type.Optional(nullable(freeText(1_000))),
  label: Type.Optional(label),
  occurred_at: Type.Optional(
    Type.String({ format: 'date-time', description: 'When the sale happened, if the till was offline' }),
  ),
  status: Type.Optional(oneOf(['completed', 'pending'])),
  expected_total,
});

/** Omitted fields keep their value. */
export const changeBody = Type.Object({
  items: Type.Optional(saleItems),
  discount: Type.Optional(discount(saleDiscountDescription)),
  customer_id: Type.Optional(nullable(id())),
  note: Type.Optional(nullable(freeText(1_000))),
  label: Type.Optional(label),
});

export const completeBody = Type.Object({
  ...tender,
  register_id: Type.Optional({
    ...nullable(id()),
    description: 'The register that takes the money; default: the one at which the sale was parked; null: none',
  }),
  expected_total,
});
export const voidBody = Type.Object({
  reason: Type.Optional(nullable(freeText(500))),
  register_id: Type.Optional({
    ...nullable(id()),
    description: 'The register that pays back; default: the sale’s own, while its shift is open',
  }),
});

export const refundBody = Type.Object({
  reason: Type.Optional(nullable(freeText(500))),
  items: Type.Optional(
    Type.Array(
      Type.Object({
        product_id: Type.Optional({ ...id(), description: 'Required, unless `line_no` is given' }),
        line_no: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: 1_000,
            description: 'The line of the transaction, instead of a product or beside it',
          }),
        ),
        quantity: quantity(),
      }),
      { minItems: 1, maxItems: 1_000 },
    ),
  ),
  amount: Type.Optional(moneySum()),
  restock: Type.Optional(Type.Boolean({ default: true })),
  register_id,
  payment_method: Type.Optional({
    ...nullable(oneOf(paymentMethods)),
    description: 'The method of the refunded money; default: the method that paid most. Points are returned as points',
  }),
});

/**
 * Reads the numbers of a request body. Each method returns `undefined` for an omitted field, and for a number with too
 * many decimals, which it adds to the errors.
 */
interface Reader {
  amount(field: string, value: number | undefined): Minor | undefined;
  ppm(field: string, percent: number | undefined): number | undefined;
  discount(field: string, value: number | { percent: number } | undefined): Discount | undefined;
}

/**
 * Translates a request body to the input of an operation: ids in lower case, amounts in minor units.
 * @throws AppError VALIDATION_ERROR naming each wrong field
 */
function withReader<Request>(currency: string, build: (read: Reader) => Request): Request {
  const errors = new ValidationErrors();
  const read: Reader = {
    amount: (field, value) => (value === undefined ? undefined : readAmount(errors, { field, value, currency })),
    ppm(field, percent) {
      const ppm = percent === undefined ? undefined : readDecimal(percent, percentDecimals);
      if (percent !== undefined && ppm === undefined) errors.add(field, tooManyPercentDecimals);
      return ppm === undefined ? undefined : Number(ppm);
    },
    discount(field, value) {
      if (typeof value !== 'object') return read.amount(field, value);
      const percent_ppm = read.ppm(`${field}.percent`, value.percent);
      return percent_ppm === undefined ? undefined : { percent_ppm };
    },
  };
  const request = build(read);
  errors.throwIfAny();
  return request;
}

export const toSaleRequest = (body: Static<typeof recordBody>, currency: string): SaleRequest =>
  withReader(currency, (read) => ({
    ...(body.id === undefined ? {} : { id: body.id }),
    status: body.status ?? 'completed',
    items: readItems(body.items, read),
    discount: read.discount('discount', body.discount) ?? 0n,
    tender: readTender(body, read),
    customer_id: body.customer_id ?? null,
    branch_id: body.branch_id ?? null,
    register_id: body.register_id ?? null,
    occurred_at: body.occurred_at ?? null,
    note: body.note ?? null,
    label: body.label ?? null,
    expected_total: read.amount('expected_total', body.expected_total) ?? null,
  }));

function readItems(items: Static<typeof saleItems>, read: Reader): SaleItem[] {
  return items.map((item, index) => {
    const price = read.amount(`items[${index}].price`, item.price);
    return {
      product_id: item.product_id ?? null,
      name: item.name ?? null,
      quantity: item.quantity,
      ...(price === undefined ? {} : { price }),
      discount: read.discount(`items[${index}].discount`, item.discount) ?? 0n,
      tax_rate_ppm: read.ppm(`items[${index}].tax_rate`, item.tax_rate) ?? null,
    };
  });
}

export const toSaleChange = (sale_id: string, body: Static<typeof changeBody>, currency: string): SaleChange =>
  withReader(currency, (read) => {
    const sale_discount = read.discount('discount', body.discount);
    return {
      id: sale_id,
      ...(body.items === undefined ? {} : { items: readItems(body.items, read) }),
      ...(sale_discount === undefined ? {} : { discount: sale_discount }),
      ...(body.customer_id === undefined ? {} : { customer_id: body.customer_id }),
      ...(body.note === undefined ? {} : { note: body.note }),
      ...(body.label === undefined ? {} : { label: body.label }),
    };
  });

export const toCompletion = (sale_id: string, body: Static<typeof completeBody>, currency: string): Completion =>
  withReader(currency, (read) => ({
    id: sale_id,
    tender: readTender(body, read),
    ...(body.register_id === undefined ? {} : { register_id: body.register_id }),
    expected_total: read.amount('expected_total', body.expected_total) ?? null,
  }));

function readTender(body: Static<typeof completeBody>, read: Reader): Tender {
  const amount_tendered = read.amount('amount_tendered', body.amount_tendered);
  const payments = body.payments?.map(
    ({ method, amount, reference }, index): PaymentInput => ({
      method,
      amount: read.amount(`payments[${index}].amount`, amount) ?? 0n,
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
  withReader(currency, (read) => {
    const amount = read.amount('amount', body.amount);
    return {
      sale_id,
      reason: body.reason ?? null,
      restock: body.restock ?? true,
      payment_method: body.payment_method ?? null,
      register_id: body.register_id ?? null,
      ...(amount === undefined ? {} : { amount }),
      ...(body.items === undefined ? {} : { items: readRefundItems(body.items) }),
    };
  });

/** @throws AppError VALIDATION_ERROR for an item that names no line */
function readRefundItems(items: NonNullable<Static<typeof refundBody>['items']>): RefundItem[] {
  const errors = new ValidationErrors();
  for (const [index, { product_id, line_no }] of items.entries())
    if (product_id === undefined && line_no === undefined) errors.add(`items[${index}].product_id`, productIsRequired);
  errors.throwIfAny();
  return items;
}
