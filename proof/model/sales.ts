import fc from 'fast-check';
import type { Person } from '../shop.ts';
import type { Code } from './attempt.ts';
import {
  anyone,
  command,
  findCustomer,
  findProduct,
  findSale,
  isQuantity,
  money,
  newKey,
  quantity,
  reference,
} from './draw.ts';
import type { Sale, Settings } from './records.ts';
import { byPoints, isOverDiscount, priceSale } from './selling.ts';
import { availableAt, isAmount, type Model, move, reserve, toWire } from './shop.ts';
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
      person === 'cashier' &&
        !settings.cashier_prices &&
        price !== null &&
        kept?.price !== BigInt(Math.trunc(price)) &&
        'FORBIDDEN',
    );
    if (kept?.is_tracked !== true || settings.allow_negative) continue;
    const all = wishes.reduce((units_, wish) => (wish.found.kept === kept ? units_ + wish.quantity : units_), 0);
    faults.push(all > availableAt(model, kept, branch) && 'INSUFFICIENT_STOCK');
  }
  const sold = wishes.flatMap(({ found: { kept }, quantity: units, price, discount }) =>
    kept !== undefined && isQuantity(units) && isAmount(price ?? 0) && isAmount(discount ?? 0)
      ? [
          {
            product: kept,
            quantity: units,
            price: price === null ? kept.price : BigInt(price),
            discount: BigInt(discount ?? 0),
          },
        ]
      : [],
  );
  const priced = priceSale(settings, sold, BigInt(Math.max(0, Math.trunc(drawn.discount ?? 0))));
  if (priced === undefined) faults.push('VALIDATION_ERROR');
  else if (person === 'cashier' && isOverDiscount(settings, priced.lines)) faults.push('FORBIDDEN');
  const { total = 0n } = priced ?? {};
  const customer = buyer?.kept ?? null;
  const paid = isParked
    ? { body: {}, faults: [], payments: [], change: 0n }
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
      faults: [...faults, ...paid.faults],
    },
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
export function book(
  model: Model,
  sale: Sale,
  held: readonly Held[],
  { type, sign }: { type: string; sign: 1 | -1 },
): void {
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
  fc.tuple(anyone, reference, tender),
  (model, [person, of, { name, part }]) => {
    const { id, kept } = findSale(model, of, ({ status }) => status === 'pending');
    const paid =
      kept === undefined
        ? undefined
        : tenderOf(name, { total: kept.total, customer: kept.customer, part }, model.settings);
    if (kept !== undefined && paid === undefined) return undefined;
    // The specification does not say whether a deleted customer may spend points.
    if (kept?.customer?.is_deleted === true && name.startsWith('points')) return undefined;
    return {
      ...{
        person,
        method: 'post',
        path: `/transactions/${id}/complete`,
        body: paid?.body ?? { payment_method: 'cash' },
      },
      faults: [
        isHidden(person, kept) && 'NOT_FOUND',
        kept !== undefined && kept.status !== 'pending' && 'INVALID_STATE',
        person === 'cashier' && kept?.seller === 'cashier' && isOverDiscount(model.settings, kept.lines) && 'FORBIDDEN',
        ...(paid?.faults ?? []),
      ],
      happen() {
        if (kept === undefined || paid === undefined) return undefined;
        finish(model, kept, paid);
        return { ...shownSale(kept, model.settings), change: toWire(paid.change, model.settings) };
      },
    };
  },
);

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
