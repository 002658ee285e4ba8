import fc from 'fast-check';
import type { Person } from '../shop.ts';
import type { Code } from './attempt.ts';
import {
  anyone,
  command,
  find,
  findCustomer,
  findProduct,
  findSale,
  isQuantity,
  money,
  newKey,
  quantity,
  reference,
  seldom,
} from './draw.ts';
import type { Sale, Settings } from './records.ts';
import { byPoints, planRefund, pointsBack, pointsOf, priceSale, waysBack } from './selling.ts';
import { availableAt, isAmount, type Model, move, reserve, toWire } from './shop.ts';
import { methodOf, pay, tenderOf, tenders } from './tender.ts';

const goodTenders = tenders.slice(0, 10);
const tender = fc.record({ name: fc.constantFrom(...goodTenders, ...goodTenders, ...goodTenders, ...tenders), part: fc.nat({ max: 400 }) });

const item = fc.record({
  product: reference,
  quantity,
  price: fc.option(money(3_000), { freq: 5 }),
  discount: fc.option(money(300), { freq: 3 }),
});

const newSale = fc.record({
  person: anyone,
  items: fc.array(item, { minLength: 1, maxLength: 4 }),
  discount: fc.option(money(400), { freq: 3 }),
  customer: fc.option(reference),
  branch: fc.option(fc.nat({ max: 1 }), { freq: 3 }),
  isParked: fc.nat({ max: 3 }).map((drawn) => drawn === 3),
  tender,
});

/** What is priced wrongly is not offered at all, or so little that it cannot be paid in parts. */
export const sell = command('sell', newSale, (model, drawn) => {
  const { settings, place } = model;
  const { person, isParked } = drawn;
  const wishes = drawn.items.map((one) => ({ ...one, found: findProduct(model, one.product) }));
  const buyer = drawn.customer === null ? undefined : findCustomer(model, drawn.customer);
  const branch = drawn.branch ?? (person === 'local' ? 1 : 0);
  const wire = (minor: number | null) => (minor === null ? undefined : toWire(minor, settings));
  const faults: (Code | false)[] = [
    person === 'local' && branch === 0 && 'FORBIDDEN',
    buyer !== undefined && buyer.kept?.is_deleted !== false && 'VALIDATION_ERROR',
    !isAmount(drawn.discount ?? 0) && 'VALIDATION_ERROR',
  ];
  for (const { found, price, discount, quantity: units } of wishes) {
    const { kept } = found;
    faults.push(
      kept?.is_deleted !== false && 'VALIDATION_ERROR',
      (kept?.is_active === false || kept?.parent?.is_active === false) && 'INVALID_STATE',
      (!isQuantity(units) || !isAmount(price ?? 0) || !isAmount(discount ?? 0)) && 'VALIDATION_ERROR',
      person === 'cashier' && !settings.cashier_prices && price !== null && kept?.price !== BigInt(Math.trunc(price)) && 'FORBIDDEN',
    );
    if (kept?.is_tracked !== true || settings.allow_negative) continue;
    const all = wishes.reduce((units_, wish) => (wish.found.kept === kept ? units_ + wish.quantity : units_), 0);
    faults.push(all > availableAt(model, kept, branch) && 'INSUFFICIENT_STOCK');
  }
  const sold = wishes.flatMap(({ found: { kept }, quantity: units, price, discount }) =>
    kept !== undefined && isQuantity(units) && isAmount(price ?? 0) && isAmount(discount ?? 0)
      ? [{ product: kept, quantity: units, price: price === null ? kept.price : BigInt(price), discount: BigInt(discount ?? 0) }]
      : [],
  );
  const priced = priceSale(settings, sold, BigInt(Math.max(0, Math.trunc(drawn.discount ?? 0))));
  if (priced === undefined) faults.push('VALIDATION_ERROR');
  const { total = 0n } = priced ?? {};
  const customer = buyer?.kept ?? null;
  const paid = isParked
    ? { body: {}, faults: [], payments: [], change: 0n }
    : (tenderOf(drawn.tender.name, { total, customer, part: drawn.tender.part }, settings) ??
      tenderOf('cash', { total, customer, part: 0 }, settings));
  if (paid === undefined) return undefined;
  return {
    ...{ person, method: 'post', path: '/transactions', status: 201, key: newKey(), faults: [...faults, ...paid.faults] },
    body: {
      items: wishes.map(({ found, quantity: units, price, discount }) => ({
        ...{ product_id: found.id, quantity: units, price: wire(price), discount: wire(discount) },
      })),
      ...{ ...paid.body, discount: wire(drawn.discount), customer_id: buyer?.id },
      ...(drawn.branch === null ? {} : { branch_id: place.branches[branch] }),
      ...(isParked ? { status: 'pending' } : {}),
    },
    happen(data) {
      if (priced === undefined) return undefined;
      const sale: Sale = {
        ...{ ...priced, id: data.id, status: 'pending', branch, customer, payments: [], refunds: [], refunded: 0n },
        ...{ points_earned: 0n, points_redeemed: 0n },
      };
      model.sales.push(sale);
      for (const line of sale.lines) hold(model, sale, line, 1);
      if (!isParked) finish(model, sale, paid);
      return { ...shownSale(sale, settings), change: toWire(paid.change, settings) };
    },
  };
});

type Held = Pick<Sale['lines'][number], 'product' | 'quantity'>;

/** The goods of a parked sale are held for it. */
function hold(model: Model, { branch }: Sale, { product, quantity: units }: Held, sign: 1 | -1): void {
  if (product.is_tracked) reserve(model, product, branch, sign * units);
}

/** What was parked is paid, and taken. */
function finish(model: Model, sale: Sale, paid: Pick<Sale, 'payments'>): void {
  for (const line of sale.lines) hold(model, sale, line, -1);
  book(model, sale, sale.lines, { type: 'sale', sign: -1 });
  pay(model, sale, paid);
}

/** One movement for each line. */
function book(model: Model, sale: Sale, held: readonly Held[], { type, sign }: { type: string; sign: 1 | -1 }): void {
  for (const { product, quantity: units } of held)
    if (product.is_tracked) move(model, product, sale.branch, { type, quantity: sign * units });
}

/** A sale as every answer of the service shows it. */
export const shownSale = (sale: Sale, settings: Settings) => ({
  id: sale.id,
  status: sale.status,
  total_amount: toWire(sale.total, settings),
  subtotal: toWire(sale.subtotal, settings),
  discount: toWire(sale.discount, settings),
  tax: toWire(sale.tax, settings),
  refunded_amount: toWire(sale.refunded, settings),
  customer_id: sale.customer?.id ?? null,
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
  payments: sale.payments.map(({ method, amount, points }) => ({ method, amount: toWire(amount, settings), points: Number(points) })),
});

const isHidden = (person: Person, sale: Sale | undefined) => sale === undefined || (person === 'local' && sale.branch !== 1);

export const complete = command('complete', fc.tuple(anyone, reference, tender), (model, [person, of, { name, part }]) => {
  const { id, kept } = findSale(model, of, ({ status }) => status === 'pending');
  const paid = kept === undefined ? undefined : tenderOf(name, { total: kept.total, customer: kept.customer, part }, model.settings);
  if (kept !== undefined && paid === undefined) return undefined;
  // Nobody has said whether somebody who was deleted may still spend points.
  if (kept?.customer?.is_deleted === true && name.startsWith('points')) return undefined;
  return {
    ...{ person, method: 'post', path: `/transactions/${id}/complete`, body: paid?.body ?? { payment_method: 'cash' } },
    faults: [
      isHidden(person, kept) && 'NOT_FOUND',
      kept !== undefined && kept.status !== 'pending' && 'INVALID_STATE',
      ...(paid?.faults ?? []),
    ],
    happen() {
      if (kept === undefined || paid === undefined) return undefined;
      finish(model, kept, paid);
      return { ...shownSale(kept, model.settings), change: toWire(paid.change, model.settings) };
    },
  };
});

export const voidSale = command('void', fc.tuple(anyone, reference), (model, [person, of]) => {
  const { id, kept } = findSale(model, of, ({ status }) => status === 'pending' || status === 'completed');
  return {
    ...{ person, method: 'post', path: `/transactions/${id}/void`, body: { reason: 'mistaken' } },
    faults: [
      isHidden(person, kept) && 'NOT_FOUND',
      person === 'cashier' && kept !== undefined && kept.status !== 'pending' && 'FORBIDDEN',
      kept !== undefined && kept.status !== 'pending' && kept.status !== 'completed' && 'INVALID_STATE',
    ],
    happen() {
      if (kept === undefined) return undefined;
      if (kept.status === 'pending') for (const line of kept.lines) hold(model, kept, line, -1);
      else {
        book(model, kept, kept.lines, { type: 'void', sign: 1 });
        if (kept.customer !== null) {
          kept.customer.points += kept.points_redeemed - kept.points_earned;
          kept.customer.lifetime -= kept.total - byPoints(kept);
        }
      }
      kept.status = 'voided';
      return { status: 'voided' };
    },
  };
});

const isRefundable = ({ status }: Sale) => status === 'completed' || status === 'partially_refunded';

const newRefund = fc.record({
  person: anyone,
  sale: reference,
  kind: fc.constantFrom('all', 'items', 'items', 'items', 'amount', 'amount', 'both'),
  items: fc.array(fc.record({ line: reference, quantity: fc.integer({ min: 1, max: 4 }) }), { minLength: 1, maxLength: 3 }),
  share: fc.integer({ min: 1, max: 110 }),
  restock: fc.option(fc.boolean()),
  method: fc.option(fc.constantFrom('cash', 'card', 'points'), { freq: 2 }),
  isPreview: seldom,
});

export const refund = command('refund', newRefund, (model, drawn) => {
  const { settings } = model;
  const { person, kind, restock } = drawn;
  const { id, kept } = findSale(model, drawn.sale, isRefundable);
  const items = drawn.items.map(({ line, quantity: units }) => {
    const of = typeof line === 'number' ? kept?.lines[line % kept.lines.length] : undefined;
    return { id: of?.product.id ?? find(model, 'product', { among: [], wanted: line }).id, product: of?.product, quantity: units };
  });
  const left = kept === undefined ? 0n : kept.total - kept.refunded;
  const amount = (left * BigInt(drawn.share)) / 100n;
  if (kept !== undefined && (kind === 'amount' || kind === 'both') && amount === 0n) return undefined;
  const known = items.flatMap(({ product, quantity: units }) => (product === undefined ? [] : [{ product, quantity: units }]));
  const wish = {
    ...(kind === 'items' || kind === 'both' ? { items: known } : {}),
    ...(kind === 'amount' || kind === 'both' ? { amount } : {}),
  };
  const plan = kept === undefined ? 'INVALID_STATE' : planRefund(kept, wish);
  const ways = kept === undefined ? [] : waysBack(kept);
  const isByPoints = ways.length === 1 && ways[0] === 'points';
  const isTooMuch = typeof plan !== 'string' && kept !== undefined && kept.refunded + plan.amount > (settings.refund_limit ?? kept.total);
  return {
    ...{
      person,
      method: 'post',
      path: `/transactions/${id}/refund${drawn.isPreview ? '/preview' : ''}`,
      status: drawn.isPreview ? 200 : 201,
    },
    ...(drawn.isPreview ? {} : { key: newKey() }),
    body: {
      ...(wish.items === undefined ? {} : { items: items.map((one) => ({ product_id: one.id, quantity: one.quantity })) }),
      ...(wish.amount === undefined ? {} : { amount: toWire(amount, settings) }),
      ...(restock === null ? {} : { restock }),
      ...(drawn.method === null ? {} : { payment_method: drawn.method }),
    },
    faults: [
      isHidden(person, kept) && 'NOT_FOUND',
      typeof plan === 'string' && plan,
      wish.items !== undefined && items.some(({ product }) => product === undefined) && 'VALIDATION_ERROR',
      drawn.method !== null && (drawn.method === 'points') !== isByPoints && 'VALIDATION_ERROR',
      person === 'cashier' && isTooMuch && 'FORBIDDEN',
    ],
    happen(data) {
      if (kept === undefined || typeof plan === 'string') return undefined;
      const back = pointsBack(kept, plan.amount);
      const earned = kept.customer === null ? 0n : pointsOf(back.money_left, settings);
      const method = drawn.method ?? (ways.includes(data.payment_method) ? data.payment_method : ways[0]);
      const refunded = kept.refunded + plan.amount;
      const told = {
        amount: toWire(plan.amount, settings),
        tax: toWire(plan.tax, settings),
        payment_method: method,
        restock: restock ?? true,
        points_reversed: Number(kept.points_earned - earned),
        points_returned: Number(back.points_returned),
        points_amount: toWire(back.points_amount, settings),
        transaction_status: plan.status,
        refunded_amount: toWire(refunded, settings),
        remaining_refundable: toWire(kept.total - refunded, settings),
      };
      if (drawn.isPreview) return told;
      for (const { line, quantity: units, amount: part, tax } of plan.lines) {
        line.refunded_quantity += units;
        line.refunded_amount += part;
        line.refunded_tax += tax;
      }
      if (restock !== false) {
        const held = plan.lines.map(({ line, quantity: units }) => ({ product: line.product, quantity: units }));
        book(model, kept, held, { type: 'refund', sign: 1 });
      }
      if (kept.customer !== null) {
        kept.customer.points += back.points_returned - (kept.points_earned - earned);
        kept.customer.lifetime -= plan.amount - back.points_amount;
      }
      kept.refunds.push({ ...plan, method, points_amount: back.points_amount, is_restocked: restock !== false });
      Object.assign(kept, { refunded, points_earned: earned, status: plan.status });
      return told;
    },
  };
});
