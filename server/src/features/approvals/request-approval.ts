import { toMajor } from '@tillhouse/core/money';
import type { Actor, OperationContext } from '../../core/actor.ts';
import type { ApprovalAction } from '../../core/approval-rule.ts';
import { isWithin, outsideOfBranches } from '../../core/branches.ts';
import { payloadHash } from '../../core/canonical-json.ts';
import { forbidden, invalidField } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import type { Handle, Transaction } from '../../platform/database/handle.ts';
import { findLocation } from '../merchant/find-locations.ts';
import { findWarehouse } from '../merchant/queries.ts';
import { type Act, findAct, fullPath } from './act-rules.ts';
import * as queries from './queries.ts';
import { type Approval, asOf, expiryOf, mayRequest } from './rules.ts';
import * as summaries from './summary-rules.ts';

export interface ApprovalRequest {
  action: ApprovalAction;
  method: string;
  path: string;
  body?: unknown;
}

/**
 * Requests an approval for one request. The body is not stored, only its hash and a summary.
 * @throws AppError VALIDATION_ERROR for a request that takes no such approval, FORBIDDEN
 */
export async function requestApproval(
  tx: Transaction,
  ctx: OperationContext,
  { action, method, path: requested_path, body }: ApprovalRequest,
): Promise<Approval> {
  const { actor, now } = ctx;
  const path = fullPath(requested_path);
  const act = findAct(method, path);
  if (act === undefined) throw invalidField('path', `is not the path of a ${method} request that takes an approval`);
  if (!act.actions.includes(action)) throw invalidField('action', 'is not an action of this request');
  if (!mayRequest(actor, action)) throw forbidden(`The role ${actor.role} may not do this`);
  const described = await describeAct(tx, actor, { act, body });
  const id = newId();
  await queries.insertApproval(tx, {
    id,
    action,
    method,
    path,
    payload_sha256: payloadHash({ method, path, body }),
    ...described,
    requested_by: actor.user_id,
    created_at: now,
    expires_at: expiryOf(now, actor.merchant.approval_minutes),
  });
  const row = await queries.findApproval(tx, id);
  if (row === undefined) throw new Error('the approval was inserted above');
  tx.emit({ type: 'approval.requested', subject_id: id, payload: asOf(row, now), ctx });
  return asOf(row, now);
}

interface ActToDescribe {
  act: Act;
  body: unknown;
}

interface Described {
  summary: string;
  branch_id: string | null;
}

/** The act in a sentence, and its branch. @throws AppError VALIDATION_ERROR on `body` or `path` */
async function describeAct(db: Handle, actor: Actor, { act, body }: ActToDescribe): Promise<Described> {
  const fields = summaries.fieldsOf(body ?? {});
  if (fields === undefined) throw wrongBody();
  const described = { actor, fields, record_id: act.record_id, part_id: act.part_id };
  switch (act.kind) {
    case 'sale':
      return describeSale(db, described);
    case 'change':
    case 'completion':
      return describeParked(db, described, act.kind);
    case 'refund':
    case 'void':
      return describeReversal(db, described, act.kind);
    case 'adjustment':
      return describeAdjustment(db, described);
    case 'count':
      return describeCount(db, described);
    case 'movement':
      return describeMovement(db, described);
    case 'movement_void':
      return describeMovementVoid(db, described);
    case 'shift_closing':
      return describeClosing(db, described);
  }
}

interface ActFields {
  actor: Actor;
  fields: NonNullable<ReturnType<typeof summaries.fieldsOf>>;
  record_id: string | null;
  part_id: string | null;
}

const wrongBody = () => invalidField('body', 'is not the body of such a request');

function orWrongBody<Value>(value: Value | undefined): Value {
  if (value === undefined) throw wrongBody();
  return value;
}

async function describeSale(db: Handle, { actor, fields }: ActFields): Promise<Described> {
  const { currency } = actor.merchant;
  const { field, location } = await findSaleLocation(db, actor, fields);
  const { branch_id } = orWrongBody(location);
  if (!isWithin(actor.branch_ids, branch_id)) throw outsideOfBranches(`body.${field}`);
  const lines = await readLines(db, fields.items, currency);
  const figures = summaries.figuresOf(lines, orWrongBody(summaries.readDiscount(fields.discount, currency)));
  return { summary: summaries.saleSummary(orWrongBody(figures), 'a sale', currency), branch_id };
}

/** Where a sale is made: at its register, or in its branch. */
async function findSaleLocation(db: Handle, actor: Actor, { register_id, branch_id }: ActFields['fields']) {
  if (register_id !== undefined && register_id !== null) {
    const id = orWrongBody(summaries.readId(register_id));
    return { field: 'register_id', location: await queries.findRegisterOfAct(db, id) };
  }
  const requested = branch_id ?? actor.branch_id;
  const id = requested === null ? null : orWrongBody(summaries.readId(requested));
  return { field: 'branch_id', location: await findLocation(db, id) };
}

/** The lines of the requested items. */
async function readLines(db: Handle, items: unknown, currency: string): Promise<summaries.SummaryLine[]> {
  const read = orWrongBody(summaries.readItems(items, currency));
  const products = await queries.listProductsOfAct(db, [
    ...new Set(read.flatMap(({ product_id }) => product_id ?? [])),
  ]);
  return orWrongBody(summaries.linesOf(read, products));
}

/** The sale in the path. @throws AppError VALIDATION_ERROR if the merchant or the caller's branches have none */
async function getSaleOfAct(db: Handle, { actor, record_id }: ActFields): Promise<queries.ActSale> {
  const sale = await queries.findSaleOfAct(db, record_id ?? '');
  if (sale === undefined || !isWithin(actor.branch_ids, sale.branch_id))
    throw invalidField('path', 'names no transaction of yours');
  return sale;
}

async function describeParked(db: Handle, act: ActFields, kind: 'change' | 'completion'): Promise<Described> {
  const { currency } = act.actor.merchant;
  const { code, branch_id, discount, discount_ppm, total } = await getSaleOfAct(db, act);
  if (kind === 'completion')
    return {
      summary: `Complete ${code} of ${toMajor(total, currency)} with a discount of ${toMajor(discount, currency)}`,
      branch_id,
    };
  const { items, discount: requested } = act.fields;
  const parked = await queries.listParkedLines(db, act.record_id ?? '');
  const lines = summaries.isMissing(items) ? summaries.linesOfParked(parked) : await readLines(db, items, currency);
  const off = summaries.isMissing(requested)
    ? summaries.discountOfParked(discount_ppm, parked)
    : orWrongBody(summaries.readDiscount(requested, currency));
  const figures = orWrongBody(summaries.figuresOf(lines, off));
  return { summary: summaries.saleSummary(figures, code, currency), branch_id };
}

async function describeReversal(db: Handle, act: ActFields, kind: 'refund' | 'void'): Promise<Described> {
  const { currency } = act.actor.merchant;
  const { status, code, branch_id, total, refunded_amount } = await getSaleOfAct(db, act);
  // It could change until it is paid: the approval would be for other amounts than its summary.
  if (kind === 'refund' && status === 'pending') throw invalidField('path', 'names a transaction that is not paid');
  if (kind === 'void') return { summary: `Void of ${code}, ${toMajor(total, currency)}`, branch_id };
  const { amount, items } = orWrongBody(summaries.readRefund(act.fields, currency));
  const value =
    amount ??
    (items === null
      ? total - refunded_amount
      : orWrongBody(summaries.valueOfUnits(await queries.listLinesOfAct(db, act.record_id ?? ''), items)));
  const units = items?.reduce((sum, { quantity }) => sum + quantity, 0) ?? 0;
  const goods = units === 0 ? '' : ` for ${units} ${units === 1 ? 'unit' : 'units'}`;
  return { summary: `Refund of ${toMajor(value, currency)} on ${code}${goods}`, branch_id };
}

/** The shift in the path. @throws AppError VALIDATION_ERROR if the merchant or the caller's branches have none */
async function getShiftOfAct(db: Handle, { actor, record_id }: ActFields): Promise<queries.ActShift> {
  const shift = await queries.findShiftOfAct(db, record_id ?? '');
  if (shift === undefined || !isWithin(actor.branch_ids, shift.branch_id))
    throw invalidField('path', 'names no shift of yours');
  return shift;
}

async function describeMovement(db: Handle, act: ActFields): Promise<Described> {
  const { register, branch_id } = await getShiftOfAct(db, act);
  const { currency } = act.actor.merchant;
  return { summary: orWrongBody(summaries.movementSummary(act.fields, { register, currency })), branch_id };
}

/** The void of cash that was paid in: it is missing in the drawer afterwards, as if it had been paid out. */
async function describeMovementVoid(db: Handle, act: ActFields): Promise<Described> {
  const { register, branch_id } = await getShiftOfAct(db, act);
  const amount = await queries.findPaidIn(db, { shift_id: act.record_id ?? '', movement_id: act.part_id ?? '' });
  if (amount === undefined) throw invalidField('path', 'names no cash that was paid in');
  return {
    summary: summaries.movementVoidSummary(amount, { register, currency: act.actor.merchant.currency }),
    branch_id,
  };
}

/** @throws AppError VALIDATION_ERROR also for a shift that was not counted: the approval is for its count */
async function describeClosing(db: Handle, act: ActFields): Promise<Described> {
  const shift = await getShiftOfAct(db, act);
  const counted = await queries.findCountOfAct(db, act.record_id ?? '');
  if (counted === undefined) throw invalidField('path', 'names a shift that is not counted');
  return {
    summary: summaries.closingSummary(shift, counted, act.actor.merchant.currency),
    branch_id: shift.branch_id,
  };
}

/** The client layer has the same fields in camelCase. */
async function describeAdjustment(db: Handle, { actor, fields }: ActFields): Promise<Described> {
  const { type, warehouse_id = fields.warehouseId, product_id = fields.productId } = fields;
  const quantity = orWrongBody(summaries.readQuantity(fields.quantity));
  const [product] = await queries.listProductsOfAct(db, [orWrongBody(summaries.readId(product_id))]);
  const expected = fields.expected === undefined ? undefined : orWrongBody(summaries.readCount(fields.expected));
  const summary = orWrongBody(product && summaries.adjustmentSummary(product.name, { type, quantity, expected }));
  const place =
    warehouse_id === undefined || warehouse_id === null
      ? await findLocation(db, actor.branch_id)
      : await findWarehouse(db, orWrongBody(summaries.readId(warehouse_id)));
  const { branch_id } = orWrongBody(place);
  if (!isWithin(actor.branch_ids, branch_id)) throw outsideOfBranches('body.warehouse_id');
  return { summary, branch_id };
}

/** A product with a counted stock, which goes into the default warehouse. */
async function describeCount(db: Handle, { actor, fields, record_id }: ActFields): Promise<Described> {
  const quantity = orWrongBody(summaries.readQuantity(fields.stock));
  const [product] = await queries.listProductsOfAct(db, [record_id ?? '']);
  if (product === undefined) throw invalidField('path', 'names no product of yours');
  const { branch_id } = orWrongBody(await findLocation(db, null));
  if (!isWithin(actor.branch_ids, branch_id)) throw outsideOfBranches('body.stock');
  return {
    summary: orWrongBody(summaries.adjustmentSummary(product.name, { type: 'adjustment', quantity })),
    branch_id,
  };
}
