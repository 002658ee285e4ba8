import { type Minor, toMajor } from '@tillhouse/core/money';
import type { Discount } from '@tillhouse/core/pricing';
import type { Actor, OperationContext } from '../../core/actor.ts';
import { approvalErrors } from '../../core/approvals.ts';
import { isWithin, outsideOfBranches } from '../../core/branches.ts';
import { dayOf, hourOf } from '../../core/calendar.ts';
import type { Timestamp } from '../../core/clock.ts';
import { AppError, forbidden, invalidField, ValidationErrors } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { maxBackdateDays } from '../../core/selling-limits.ts';
import type { Handle } from '../../platform/database/handle.ts';
import { listSellables } from '../catalogue/find-sellables.ts';
import type { Sellable } from '../catalogue/queries.ts';
import { listExistingCustomers } from '../customers/find-customers.ts';
import { pointsFor } from '../customers/post-points.ts';
import { findLocations } from '../merchant/find-locations.ts';
import type { SellingLocation } from '../merchant/queries.ts';
import { findSellingRegisters, type SellingRegister, unknownRegister } from '../registers/find-shifts.ts';
import { discountAct, priceAct } from './approval-rules.ts';
import { paidByPoints } from './points-rules.ts';
import type { SaleToPost } from './post-sales.ts';
import { ahead_at_most_ms, checkTime, type PricedSale, priceSale } from './rules.ts';
import type { Sale, SaleLine } from './sale.ts';
import { newSaleCode } from './sale-code.ts';
import { readLines, type SaleItem } from './sale-lines.ts';
import {
  isEmptyTender,
  pointsFieldOf,
  pointsNeedCustomer,
  type Settlement,
  settle,
  type Tender,
  tenderIsRequired,
} from './tender-rules.ts';

/** A till's request; amounts in minor units. */
export interface SaleRequest {
  id?: string;
  status: 'completed' | 'pending';
  items: SaleItem[];
  discount: Discount;
  tender: Tender;
  customer_id: string | null;
  branch_id: string | null;
  /** Its branch is the sale's. */
  register_id: string | null;
  occurred_at: Timestamp | null;
  note: string | null;
  label: string | null;
  /** The total that the client showed; `null` if not given. */
  expected_total: Minor | null;
}

/** The request for a sale, with its actor and time. */
export interface Order {
  request: SaleRequest;
  ctx: OperationContext;
}

/** The records that orders refer to by id. */
export interface ReferencedRecords {
  locationOf(branch_id: string | null): SellingLocation | undefined;
  registers: ReadonlyMap<string, SellingRegister>;
  customers: ReadonlySet<string>;
  sellables: ReadonlyMap<string, Sellable>;
}

/** Reads the records for all of these orders in one batch. */
export async function readReferencedRecords(db: Handle, orders: readonly Order[]): Promise<ReferencedRecords> {
  const requests = orders.map(({ request }) => request);
  const [locationOf, registers, customers, sellables] = await Promise.all([
    findLocations(db, orders.map(branchOf)),
    findSellingRegisters(db, unique(requests.flatMap(({ register_id }) => register_id ?? []))),
    listExistingCustomers(db, unique(requests.flatMap(({ customer_id }) => customer_id ?? []))),
    listSellables(db, unique(requests.flatMap(({ items }) => items.flatMap(({ product_id }) => product_id ?? [])))),
  ]);
  return { locationOf, registers, customers, sellables };
}

const unique = (ids: readonly string[]) => [...new Set(ids)];
const branchOf = ({ request, ctx }: Order) => request.branch_id ?? ctx.actor.branch_id;

/** A sale with its prices and payments. */
interface PreparedSale {
  location: SellingLocation;
  occurred_at: Timestamp;
  priced: PricedSale;
  settlement: Settlement | typeof unpaid;
}

/** Receives an error that rejects the sale: throws or collects it. */
type ErrorHandler = (error: AppError) => void;

const throwAtOnce: ErrorHandler = (error) => {
  throw error;
};

/** Builds the sale of an order. @throws AppError if it cannot be made, regardless of stock */
export function buildSale(order: Order, records: ReferencedRecords): SaleToPost {
  const { request, ctx } = order;
  const sale = toSale({ request, ctx, ...prepareSale(order, records, throwAtOnce) });
  const register = records.registers.get(request.register_id ?? '');
  return { sale, ctx, register, points_field: pointsFieldOf(request.tender) };
}

/**
 * Prices an order. Throws if it cannot be priced. Passes to `onError` each error that rejects an order with a price.
 * @throws AppError VALIDATION_ERROR, FORBIDDEN for a branch that the actor may not use
 */
export function prepareSale(order: Order, records: ReferencedRecords, onError: ErrorHandler): PreparedSale {
  const { request, ctx } = order;
  const { actor, now } = ctx;
  const errors = new ValidationErrors();
  const location = locationOf(order, records, errors);
  const occurred_at = checkTime(request.occurred_at ?? now, now, errors);
  if (request.customer_id !== null && !records.customers.has(request.customer_id))
    errors.add('customer_id', 'is not a customer of this merchant');
  if (request.status === 'completed') checkTender(actor, request, errors);
  const { lines, overridden, inactiveError } = readLines({
    items: request.items,
    actor,
    sellables: records.sellables,
    errors,
  });
  if (location === undefined) throw new Error('an unknown branch or register is reported above');
  if (inactiveError !== undefined) onError(inactiveError);
  const backdated = backdatingError(actor, occurred_at, now);
  if (backdated !== undefined) onError(backdated);
  const priced = priceSale({ lines, discount: request.discount, tax_mode: actor.merchant.tax_mode });
  const sale = { lines: priced.lines.map(toSaleLine), discount_ppm: discountPpmOf(request.discount) };
  const acts = [...priceAct(actor.merchant, lines, overridden), discountAct(actor.merchant, sale)];
  for (const error of approvalErrors(ctx, acts)) onError(error);
  const totalError = expectedTotalError(request.expected_total, priced.total, actor.merchant.currency);
  if (totalError !== undefined) onError(totalError);
  return { location, occurred_at, priced, settlement: settleSale(request, { total: priced.total, actor, onError }) };
}

/**
 * Where an order sells: at its register, or in its branch. Adds an error if there is none.
 * @throws AppError FORBIDDEN for a branch that the actor may not use
 */
function locationOf(order: Order, records: ReferencedRecords, errors: ValidationErrors): SellingLocation | undefined {
  const { register_id, branch_id } = order.request;
  const { branch_ids } = order.ctx.actor;
  const location = register_id === null ? records.locationOf(branchOf(order)) : records.registers.get(register_id);
  const field = register_id === null ? 'branch_id' : 'register_id';
  if (location === undefined)
    errors.add(field, register_id === null ? 'is not a branch of this merchant' : unknownRegister);
  else if (!isWithin(branch_ids, location.branch_id)) throw outsideOfBranches(field);
  else if (branch_id !== null && branch_id !== location.branch_id)
    errors.add('branch_id', 'is not the branch of the register');
  return location;
}

interface Settling {
  total: Minor;
  actor: Actor;
  onError: ErrorHandler;
}

function settleSale({ status, tender }: SaleRequest, { total, actor, onError }: Settling): Settlement | typeof unpaid {
  if (status === 'pending') return unpaid;
  const settled = resultOrAppError(() => settle(total, tender, actor.merchant));
  if (!('error' in settled)) return settled;
  onError(settled.error);
  return unpaid;
}

/** If a price changed since the till read it, the sale would charge another amount than the till shows. */
export function expectedTotalError(expected: Minor | null, total: Minor, currency: string): AppError | undefined {
  if (expected === null || expected === total) return undefined;
  return invalidField('expected_total', `differs from the total, which is ${toMajor(total, currency)}`);
}

/** Does not report a missing customer if the merchant accepts no points: then `settle` rejects the points. */
function checkTender({ merchant }: Actor, { tender, customer_id }: SaleRequest, errors: ValidationErrors): void {
  if (isEmptyTender(tender)) errors.add('payment_method', tenderIsRequired);
  if (pointsFieldOf(tender) !== undefined && customer_id === null && merchant.point_value_ppm > 0n)
    errors.add('customer_id', pointsNeedCustomer);
}

const unpaid = { payments: [], change: 0n, rounding: 0n, payment_method: null, points_redeemed: 0n };

/** A sale is not backdated if the till's clock is only slightly slow. */
const slow_at_most_ms = ahead_at_most_ms;
const day_ms = 24 * 60 * 60 * 1_000;

/** The limit prevents that sales are added to days whose totals were reported long ago. */
function backdatingError({ merchant, role }: Actor, occurred_at: Timestamp, now: Timestamp): AppError | undefined {
  const days = maxBackdateDays(merchant, role);
  if (Date.parse(now) - Date.parse(occurred_at) <= Math.max(days * day_ms, slow_at_most_ms)) return undefined;
  const field = { field: 'occurred_at', message: `lies more than ${days} days back` };
  return forbidden(`The role ${role} may date sales up to ${days} days back`, [field]);
}

interface SaleParts extends PreparedSale {
  request: SaleRequest;
  ctx: OperationContext;
}

/** The sale as stored. */
function toSale({ request, ctx, location, occurred_at, priced, settlement }: SaleParts): Sale {
  const { actor, now } = ctx;
  const business_day = dayOf(occurred_at, location.timezone);
  const isPaid = request.status === 'completed';
  const { lines, ...sums } = priced;
  return {
    ...sums,
    discount_ppm: discountPpmOf(request.discount),
    id: request.id ?? newId(),
    code: newSaleCode(business_day),
    status: request.status,
    branch_id: location.branch_id,
    warehouse_id: location.warehouse_id,
    register_id: request.register_id,
    // The shift is found when the sale is posted, and locked.
    shift_id: null,
    void_register_id: null,
    void_shift_id: null,
    customer_id: request.customer_id,
    cashier_id: actor.user_id,
    cashier_name: actor.name,
    refunded_amount: 0n,
    refunded_tax: 0n,
    change: settlement.change,
    rounding: settlement.rounding,
    points_earned:
      isPaid && request.customer_id !== null
        ? pointsFor(priced.total - paidByPoints(settlement.payments), actor.merchant)
        : 0n,
    points_redeemed: settlement.points_redeemed,
    loyalty_rate_ppm: actor.merchant.loyalty_rate_ppm,
    payment_method: settlement.payment_method,
    note: request.note,
    label: request.label,
    occurred_at,
    business_day,
    business_hour: hourOf(occurred_at, location.timezone),
    timezone: location.timezone,
    created_at: now,
    lines: lines.map(toSaleLine),
    payments: settlement.payments.map((payment) => ({ ...payment, id: newId() })),
  };
}

/** A line as stored: nothing of it is refunded yet. */
export const toSaleLine = ({ discount, ...line }: PricedSale['lines'][number], index: number): SaleLine => ({
  ...line,
  discount_ppm: discountPpmOf(discount),
  line_no: index + 1,
  refunded_quantity: 0,
  refunded_amount: 0n,
  refunded_tax: 0n,
});

/** The requested percentage of a discount, in parts per million; `null` for an amount. */
export const discountPpmOf = (discount: Discount): number | null =>
  typeof discount === 'bigint' ? null : discount.percent_ppm;

/** Returns a thrown AppError as a result. */
export function resultOrAppError<Result extends object>(work: () => Result): Result | { error: AppError } {
  try {
    return work();
  } catch (error) {
    if (error instanceof AppError) return { error };
    throw error;
  }
}
