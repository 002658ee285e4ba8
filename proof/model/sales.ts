import fc from 'fast-check';
import type { Person } from '../shop.ts';
import { actsOfCompletion, actsOfSale } from './approval-rules.ts';
import {
  anyPerson,
  command,
  type Drawn,
  findCustomer,
  findProduct,
  findSale,
  isQuantity,
  money,
  newKey,
  quantity,
  rarely,
  reference,
} from './arbitraries.ts';
import type { Attempt, Code } from './attempt.ts';
import { availableAt, isAmount, type Model, move, reserve, toWire } from './model.ts';
import type { Register, Sale, Settings } from './records.ts';
import { anyRegister, payBack, paymentErrors, putPayments, shiftAt } from './registers.ts';
import { byPoints, priceSale, roundingOf } from './rules.ts';
import { methodOf, pay, tenderOf, tenders } from './tender.ts';

const goodTenders = tenders.slice(0, 10);
const tender = fc.record({
  name: fc.constantFrom(...goodTenders, ...goodTenders, ...goodTenders, ...tenders),
  part: fc.nat({ max: 400 }),
});

const item = fc.record({
  product: reference,
  quantity,
  price: fc.option(money(3_000), { freq: 5 }),
  discount: fc.option(money(300), { freq: 3 }),
});

const newSale = (by: fc.Arbitrary<Person>) =>
  fc.record({
    person: by,
    items: fc.array(item, { minLength: 1, maxLength: 4 }),
    discount: fc.option(money(400), { freq: 3 }),
    customer: fc.option(reference),
    branch: fc.option(fc.nat({ max: 1 }), { freq: 3 }),
    register: anyRegister,
    isContrary: rarely,
    isParked: fc.nat({ max: 3 }).map((drawn) => drawn === 3),
    tender,
  });

/** Records a sale. A tender that cannot pay the total is replaced by cash. */
const sellAs = (by: fc.Arbitrary<Person>) => command('sell', newSale(by), planSale);
export const sell = sellAs(anyPerson);
export const sellFirst = sellAs(fc.constant('owner'));

function planSale(model: Model, drawn: Drawn<ReturnType<typeof newSale>>): Attempt | undefined {
  const { settings, shop } = model;
  const { person, isParked } = drawn;
  const items = drawn.items.map((one) => ({ ...one, found: findProduct(model, one.product) }));
  const buyer = drawn.customer === null ? undefined : findCustomer(model, drawn.customer);
  const register = model.registers[drawn.register ?? -1];
  // With a register, a branch is rarely named.
  const named = register === undefined || drawn.isContrary ? drawn.branch : null;
  const branch = register?.branch ?? named ?? (person === 'local' ? 1 : 0);
  const wire = (minor: number | null) => (minor === null ? undefined : toWire(minor, settings));
  const errors: (Code | false)[] = [
    person === 'local' && branch === 0 && 'FORBIDDEN',
    named !== null && named !== branch && 'VALIDATION_ERROR',
    ...(isParked ? [] : paymentErrors(register, { person, branch })),
    buyer !== undefined && buyer.record?.is_deleted !== false && 'VALIDATION_ERROR',
    !isAmount(drawn.discount ?? 0) && 'VALIDATION_ERROR',
  ];
  for (const { found, price, discount, quantity: units } of items) {
    const { record } = found;
    errors.push(
      record?.is_deleted !== false && 'VALIDATION_ERROR',
      (record?.is_active === false || record?.parent?.is_active === false) && 'INVALID_STATE',
      (!isQuantity(units) || !isAmount(price ?? 0) || !isAmount(discount ?? 0)) && 'VALIDATION_ERROR',
    );
    if (record?.is_tracked !== true || settings.allow_negative) continue;
    const all = items.reduce((sum, item) => (item.found.record === record ? sum + item.quantity : sum), 0);
    errors.push(all > availableAt(model, record, branch) && 'INSUFFICIENT_STOCK');
  }
  const sold = items.flatMap(({ found: { record }, quantity: units, price, discount }) =>
    record !== undefined && isQuantity(units) && isAmount(price ?? 0) && isAmount(discount ?? 0)
      ? [
          {
            product: record,
            quantity: units,
            price: price === null ? record.price : BigInt(price),
            discount: BigInt(discount ?? 0),
          },
        ]
      : [],
  );
  const priced = priceSale(settings, sold, BigInt(Math.max(0, Math.trunc(drawn.discount ?? 0))));
  if (priced === undefined) errors.push('VALIDATION_ERROR');
  const { total = 0n } = priced ?? {};
  const customer = buyer?.record ?? null;
  const paid = isParked
    ? { body: {}, errors: [], payments: [], change: 0n }
    : (tenderOf(drawn.tender.name, { total, customer, part: drawn.tender.part }, settings) ??
      tenderOf('cash', { total, customer, part: 0 }, settings));
  if (paid === undefined) return undefined;
  return {
    ...{
      person,
      method: 'post',
      path: '/transactions',
      status: 201,
      key: newKey(),
      errors: [...errors, ...paid.errors],
    },
    body: {
      items: items.map(({ found, quantity: units, price, discount }) => ({
        ...{ product_id: found.id, quantity: units, price: wire(price), discount: wire(discount) },
      })),
      ...{ ...paid.body, discount: wire(drawn.discount), customer_id: buyer?.id },
      ...(named === null ? {} : { branch_id: shop.branches[named] }),
      ...(register === undefined ? {} : { register_id: register.id }),
      ...(isParked ? { status: 'pending' } : {}),
    },
    ...{ branch, acts: priced === undefined ? [] : actsOfSale(model, priced.lines) },
    pinned: {
      ...{ ...drawn, customer: buyer ?? null },
      items: items.map(({ found, ...one }) => ({ ...one, product: found })),
    },
    apply(data) {
      if (priced === undefined) return undefined;
      const sale: Sale = {
        ...{
          ...priced,
          id: data.id,
          status: 'pending',
          branch,
          customer,
          seller: person,
          payments: [],
          refunds: [],
          refunded: 0n,
        },
        ...{ points_earned: 0n, points_redeemed: 0n, register: register ?? null, shift: null },
      };
      model.sales.push(sale);
      for (const line of sale.lines) reserveLine(model, sale, line, 1);
      if (!isParked) completeSale(model, sale, { paid, register });
      return { ...shownSale(sale, settings), change: toWire(paid.change, settings) };
    },
  };
}

type Goods = Pick<Sale['lines'][number], 'product' | 'quantity'>;

/** Reserves the goods of a line for a parked sale, or releases them. */
function reserveLine(model: Model, { branch }: Sale, { product, quantity: units }: Goods, sign: 1 | -1): void {
  if (product.is_tracked) reserve(model, product, branch, sign * units);
}

/** Completes a sale: releases its goods, books the movements and the payments. */
function completeSale(
  model: Model,
  sale: Sale,
  { paid, register }: { paid: Pick<Sale, 'payments'>; register: Register | undefined },
): void {
  for (const line of sale.lines) reserveLine(model, sale, line, -1);
  book(model, sale, sale.lines, { type: 'sale', sign: -1 });
  pay(model, sale, paid);
  sale.register = register ?? null;
  sale.shift = shiftAt(register);
  putPayments(sale.shift, sale.payments, 1n);
  if (sale.shift !== null) sale.shift.sales += sale.total;
}

/** Books one movement for each line. */
export function book(
  model: Model,
  sale: Sale,
  goods: readonly Goods[],
  { type, sign }: { type: string; sign: 1 | -1 },
): void {
  for (const { product, quantity: units } of goods)
    if (product.is_tracked) move(model, product, sale.branch, { type, quantity: sign * units });
}

/** A sale in the form of a response. */
export const shownSale = (sale: Sale, settings: Settings) => ({
  id: sale.id,
  status: sale.status,
  total_amount: toWire(sale.total, settings),
  subtotal: toWire(sale.subtotal, settings),
  discount: toWire(sale.discount, settings),
  tax: toWire(sale.tax, settings),
  refunded_amount: toWire(sale.refunded, settings),
  rounding: toWire(roundingOf(sale), settings),
  customer_id: sale.customer?.id ?? null,
  register_id: sale.register?.id ?? null,
  shift_id: sale.shift?.id ?? null,
  item_count: sale.lines.reduce((all, line) => all + line.quantity, 0),
  payment_method: sale.payments.length === 0 ? null : methodOf(sale),
  points_earned: Number(sale.points_earned),
  points_redeemed: Number(sale.points_redeemed),
  items: sale.lines.map((line) => ({
    product_id: line.product.id,
    quantity: line.quantity,
    price: toWire(line.price, settings),
    list_price: toWire(line.list_price, settings),
    price_overridden: line.price !== line.list_price,
    discount: toWire(line.discount, settings),
    tax: toWire(line.tax, settings),
    total: toWire(line.total, settings),
    refunded_quantity: line.refunded_quantity,
  })),
  payments: sale.payments.map(({ method, amount, points }) => ({
    method,
    amount: toWire(amount, settings),
    points: Number(points),
  })),
});

export const isHidden = (person: Person, sale: Sale | undefined) =>
  sale === undefined || (person === 'local' && sale.branch !== 1);

export const complete = command(
  'complete',
  fc.tuple(anyPerson, reference, tender, anyRegister),
  (model, [person, of, { name, part }, at]) => {
    const register = model.registers[at ?? -1];
    const { id, record } = findSale(model, of, ({ status }) => status === 'pending');
    const paid =
      record === undefined
        ? undefined
        : tenderOf(name, { total: record.total, customer: record.customer, part }, model.settings);
    if (record !== undefined && paid === undefined) return undefined;
    // The specification does not say whether a deleted customer may spend points.
    if (record?.customer?.is_deleted === true && name.startsWith('points')) return undefined;
    const acts = record === undefined ? [] : actsOfCompletion(model.settings, record);
    return {
      ...{ acts, branch: record?.branch ?? 0, pinned: [person, { id, record }, { name, part }, at] },
      ...{
        person,
        method: 'post',
        path: `/transactions/${id}/complete`,
        body: {
          ...(paid?.body ?? { payment_method: 'cash' }),
          ...(register === undefined ? {} : { register_id: register.id }),
        },
      },
      errors: [
        isHidden(person, record) && 'NOT_FOUND',
        record !== undefined && record.status !== 'pending' && 'INVALID_STATE',
        ...(paid?.errors ?? []),
        ...(record === undefined ? [] : paymentErrors(register, { person, branch: record.branch })),
      ],
      apply() {
        if (record === undefined || paid === undefined) return undefined;
        completeSale(model, record, { paid, register });
        return { ...shownSale(record, model.settings), change: toWire(paid.change, model.settings) };
      },
    };
  },
);

export const voidSale = command('void', fc.tuple(anyPerson, reference, anyRegister), (model, [person, of, at]) => {
  const register = model.registers[at ?? -1];
  const { id, record } = findSale(model, of, ({ status }) => status === 'pending' || status === 'completed');
  return {
    ...{
      person,
      method: 'post',
      path: `/transactions/${id}/void`,
      body: { reason: 'mistaken', ...(register === undefined ? {} : { register_id: register.id }) },
    },
    errors: [
      isHidden(person, record) && 'NOT_FOUND',
      record !== undefined && record.status !== 'pending' && record.status !== 'completed' && 'INVALID_STATE',
      ...(record === undefined ? [] : paymentErrors(register, { person, branch: record.branch })),
    ],
    // A parked sale has no payments, and needs no approval.
    acts:
      record === undefined || record.status === 'pending'
        ? []
        : [{ action: 'void', amount: record.total, isRefused: (role) => role === 'cashier' }],
    ...{ branch: record?.branch ?? 0, pinned: [person, { id, record }, at] },
    apply() {
      if (record === undefined) return undefined;
      if (record.status === 'pending') for (const line of record.lines) reserveLine(model, record, line, -1);
      else {
        book(model, record, record.lines, { type: 'void', sign: 1 });
        payBack(record, register);
        if (record.customer !== null) {
          record.customer.points += record.points_redeemed - record.points_earned;
          record.customer.lifetime -= record.total - byPoints(record);
        }
      }
      record.status = 'voided';
      return { status: 'voided' };
    },
  };
});
