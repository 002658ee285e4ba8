import { payCash } from '@tillhouse/core/cash-rounding';
import { type Minor, readDecimal } from '@tillhouse/core/money';
import { amountOff, type Discount, moreThanLine, moreThanSale, sumOf } from '@tillhouse/core/pricing';
import type { Actor, OperationContext } from '../../core/actor.ts';
import { readAmount } from '../../core/amounts.ts';
import { readTimestamp } from '../../core/calendar.ts';
import { ValidationErrors } from '../../core/errors.ts';
import type { Handle } from '../../platform/database/handle.ts';
import { listSellables } from '../catalogue/find-sellables.ts';
import type { Sellable } from '../catalogue/queries.ts';
import { listExistingCustomers } from '../customers/find-customers.ts';
import { findLocations } from '../merchant/find-locations.ts';
import { findSellingRegisters, unknownRegister } from '../registers/find-shifts.ts';
import { checkTime, customItemsNotAllowed, isRequired, percentDecimals, tooManyPercentDecimals } from './rules.ts';
import { type PaymentMethod, paymentsFault, tenderedIsForCash, tenderedTooLittle } from './tender-rules.ts';

type DiscountPart = number | { percent?: number };

interface ItemPart {
  product_id?: string | null;
  name?: string;
  quantity?: number;
  price?: number;
  discount?: DiscountPart;
  tax_rate?: number;
}

/** The well-formed part of a sale request: amounts in major units, every field optional. */
export interface SalePart {
  items?: readonly (ItemPart | undefined)[];
  payments?: readonly ({ method?: PaymentMethod; amount?: number } | undefined)[];
  payment_method?: PaymentMethod;
  discount?: DiscountPart;
  amount_tendered?: number;
  expected_total?: number;
  customer_id?: string | null;
  branch_id?: string | null;
  register_id?: string | null;
  occurred_at?: string;
}

/** All errors in the well-formed part of a sale, field by field. `recordSales` stops at the first error. */
export async function validateSale(
  db: Handle,
  { actor, now }: OperationContext,
  part: SalePart,
): Promise<ValidationErrors> {
  const errors = new ValidationErrors();
  const items = part.items ?? [];
  const branch_id = part.branch_id ?? actor.branch_id;
  const customer_id = part.customer_id ?? undefined;
  const product_ids = new Set(items.flatMap((item) => item?.product_id ?? []));
  const register_id = part.register_id ?? undefined;
  const [sellables, customers, locationOf, registers] = await Promise.all([
    listSellables(db, [...product_ids]),
    listExistingCustomers(db, customer_id === undefined ? [] : [customer_id]),
    findLocations(db, [branch_id]),
    findSellingRegisters(db, register_id === undefined ? [] : [register_id]),
  ]);
  if (locationOf(branch_id) === undefined) errors.add('branch_id', 'is not a branch of this merchant');
  if (register_id !== undefined && !registers.has(register_id)) errors.add('register_id', unknownRegister);
  if (customer_id !== undefined && !customers.has(customer_id))
    errors.add('customer_id', 'is not a customer of this merchant');
  if (part.occurred_at !== undefined && readTimestamp(part.occurred_at) !== undefined)
    checkTime(part.occurred_at, now, errors);
  const total = totalBeforeTax(part, { sellables, actor, errors });
  readOptional('expected_total', part.expected_total, { actor, errors });
  // If tax is added to prices, the sale itself checks its payments.
  checkPayments(part, { total: actor.merchant.tax_mode === 'exclusive' ? undefined : total, actor, errors });
  return errors;
}

export interface ValidationContext {
  actor: Actor;
  errors: ValidationErrors;
}

/** Reads an optional amount; adds an error if the currency cannot hold it. */
export const readOptional = (
  field: string,
  value: number | undefined,
  { actor, errors }: ValidationContext,
): Minor | undefined =>
  value === undefined ? undefined : readAmount(errors, { field, value, currency: actor.merchant.currency });

/** Reads a discount; adds an error if it cannot be stored exactly. `undefined` if it is not known. */
function readDiscount(
  field: string,
  value: DiscountPart | undefined,
  context: ValidationContext,
): Discount | undefined {
  if (value === undefined) return 0n;
  if (typeof value === 'number') return readOptional(field, value, context);
  const ppm = value.percent === undefined ? undefined : readPercent(`${field}.percent`, value.percent, context);
  return ppm === undefined ? undefined : { percent_ppm: ppm };
}

/** Reads a percentage as parts per million; adds an error for too many decimals. */
function readPercent(field: string, percent: number, { errors }: ValidationContext): number | undefined {
  const ppm = readDecimal(percent, percentDecimals);
  if (ppm === undefined) errors.add(field, tooManyPercentDecimals);
  return ppm === undefined ? undefined : Number(ppm);
}

type ItemValidation = ValidationContext & { sellables: ReadonlyMap<string, Sellable> };

/** The total of the items before taxes; `undefined` if one of them is unknown. */
function totalBeforeTax(part: SalePart, context: ItemValidation): Minor | undefined {
  const { errors } = context;
  const amounts = (part.items ?? []).map((item, index) => lineTotal(item, index, context));
  const known = amounts.filter((amount) => amount !== undefined);
  const isKnown = part.items !== undefined && known.length === amounts.length;
  const subtotal = isKnown ? sumOf(known) : undefined;
  const discount = readDiscount('discount', part.discount, context);
  if (subtotal === undefined || discount === undefined) return undefined;
  const reduction = amountOff(discount, subtotal);
  if (reduction > subtotal) errors.add('discount', moreThanSale);
  return reduction > subtotal ? undefined : subtotal - reduction;
}

/** The amount of an item after its own discount, before taxes; `undefined` if unknown. */
function lineTotal(item: ItemPart | undefined, index: number, context: ItemValidation): Minor | undefined {
  const { sellables, errors } = context;
  const field = (name: string) => `items[${index}].${name}`;
  const product_id = item?.product_id ?? undefined;
  const sellable = product_id === undefined ? undefined : sellables.get(product_id);
  if (product_id !== undefined && sellable === undefined)
    errors.add(field('product_id'), 'is not a product of this merchant');
  if (item !== undefined && product_id === undefined) checkCustomItem(item, index, context);
  const requestedPrice = readOptional(field('price'), item?.price, context);
  const discount = readDiscount(field('discount'), item?.discount, context);
  const price = item?.price === undefined ? sellable?.price : requestedPrice;
  const gross = price === undefined || item?.quantity === undefined ? undefined : price * BigInt(item.quantity);
  if (gross === undefined || discount === undefined) return undefined;
  const reduction = amountOff(discount, gross);
  if (reduction > gross) errors.add(field('discount'), moreThanLine);
  return reduction > gross ? undefined : gross - reduction;
}

/** Checks an item without a product. An item with a malformed `product_id` is none: that error is reported already. */
function checkCustomItem(item: ItemPart, index: number, context: ValidationContext): void {
  const { actor, errors } = context;
  if ('product_id' in item && item.product_id === undefined) return;
  if (!actor.merchant.allow_custom_items) errors.add(`items[${index}].product_id`, customItemsNotAllowed);
  else {
    if (!('name' in item)) errors.add(`items[${index}].name`, isRequired);
    if (!('price' in item)) errors.add(`items[${index}].price`, isRequired);
  }
  if (item.tax_rate !== undefined) readPercent(`items[${index}].tax_rate`, item.tax_rate, context);
}

export type TenderPart = Pick<SalePart, 'payments' | 'payment_method' | 'amount_tendered'>;

/** Checks that amounts can be stored, and that well-formed payments add up to the total if it is known. */
export function checkPayments(part: TenderPart, context: ValidationContext & { total: Minor | undefined }): void {
  const { total, errors } = context;
  checkTendered(part, context);
  const amounts = (part.payments ?? []).map((payment, index) =>
    readOptional(`payments[${index}].amount`, payment?.amount, context),
  );
  if (part.payments === undefined) return;
  if (part.payment_method !== undefined) {
    errors.add('payments', 'takes the place of payment_method; send one of the two');
    return;
  }
  if (total === undefined) return;
  const payments: { method: PaymentMethod; amount: Minor }[] = [];
  for (const [index, amount] of amounts.entries()) {
    const method = part.payments[index]?.method;
    if (amount === undefined || method === undefined) return;
    payments.push({ method, amount });
  }
  const fault = paymentsFault(payments, total, context.actor.merchant.cash_rounding);
  if (fault !== undefined) errors.add('payments', fault);
}

/** Checks that the tendered amount is cash, and reaches the total if one method pays it. */
function checkTendered(
  { amount_tendered, payment_method, payments }: TenderPart,
  context: ValidationContext & { total: Minor | undefined },
): void {
  const { total, actor, errors } = context;
  const tendered = readOptional('amount_tendered', amount_tendered, context);
  if (tendered === undefined) return;
  const isTooLittle = (received: Minor, due: Minor) =>
    payCash(received, due, actor.merchant.cash_rounding) === undefined;
  const methods = payments === undefined ? [payment_method] : payments.map((payment) => payment?.method);
  if (!methods.includes(undefined) && !methods.includes('cash')) errors.add('amount_tendered', tenderedIsForCash);
  else if (payments === undefined && payment_method === 'cash' && total !== undefined && isTooLittle(tendered, total))
    errors.add('amount_tendered', tenderedTooLittle);
}
