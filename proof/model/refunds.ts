import fc from 'fast-check';
import { anyone, command, find, findSale, newKey, reference, seldom } from './draw.ts';
import type { Sale } from './records.ts';
import { book, isHidden } from './sales.ts';
import { planRefund, pointsBack, pointsOf, waysBack, worthOfGoods } from './selling.ts';
import { toWire } from './shop.ts';

const isRefundable = ({ status }: Sale) => status === 'completed' || status === 'partially_refunded';

const newRefund = fc.record({
  person: anyone,
  sale: reference,
  kind: fc.constantFrom('all', 'items', 'items', 'items', 'amount', 'amount', 'both'),
  items: fc.array(fc.record({ line: reference, quantity: fc.integer({ min: 1, max: 4 }) }), {
    minLength: 1,
    maxLength: 3,
  }),
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
    return {
      id: of?.product.id ?? find(model, 'product', { among: [], wanted: line }).id,
      product: of?.product,
      quantity: units,
    };
  });
  const left = kept === undefined ? 0n : kept.total - kept.refunded;
  const amount = (left * BigInt(drawn.share)) / 100n;
  if (kept !== undefined && (kind === 'amount' || kind === 'both') && amount === 0n) return undefined;
  const known = items.flatMap(({ product, quantity: units }) =>
    product === undefined ? [] : [{ product, quantity: units }],
  );
  const wish = {
    ...(kind === 'items' || kind === 'both' ? { items: known } : {}),
    ...(kind === 'amount' || kind === 'both' ? { amount } : {}),
  };
  const plan = kept === undefined ? 'INVALID_STATE' : planRefund(kept, wish);
  const ways = kept === undefined ? [] : waysBack(kept);
  const isByPoints = ways.length === 1 && ways[0] === 'points';
  const limit = settings.refund_limit;
  const isTooMuch =
    typeof plan !== 'string' &&
    kept !== undefined &&
    limit !== null &&
    (kept.refunded + plan.amount > limit || worthOfGoods(kept, plan) > limit);
  const isOtherMethod =
    settings.original_method &&
    typeof plan !== 'string' &&
    kept !== undefined &&
    drawn.method !== null &&
    plan.amount > pointsBack(kept, plan.amount).points_amount &&
    !kept.payments.some(({ method, amount: paid }) => method === drawn.method && paid > 0n);
  return {
    ...{
      person,
      method: 'post',
      path: `/transactions/${id}/refund${drawn.isPreview ? '/preview' : ''}`,
      status: drawn.isPreview ? 200 : 201,
    },
    ...(drawn.isPreview ? {} : { key: newKey() }),
    body: {
      ...(wish.items === undefined
        ? {}
        : { items: items.map((one) => ({ product_id: one.id, quantity: one.quantity })) }),
      ...(wish.amount === undefined ? {} : { amount: toWire(amount, settings) }),
      ...(restock === null ? {} : { restock }),
      ...(drawn.method === null ? {} : { payment_method: drawn.method }),
    },
    faults: [
      isHidden(person, kept) && 'NOT_FOUND',
      typeof plan === 'string' && plan,
      wish.items !== undefined && items.some(({ product }) => product === undefined) && 'VALIDATION_ERROR',
      drawn.method !== null && (drawn.method === 'points') !== isByPoints && 'VALIDATION_ERROR',
      person === 'cashier' && (isTooMuch || isOtherMethod) && 'FORBIDDEN',
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
