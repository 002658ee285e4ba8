import fc from 'fast-check';
import type { Act } from './approval-rules.ts';
import { anyPerson, command, find, findSale, newKey, rarely, reference } from './arbitraries.ts';
import { toWire } from './model.ts';
import type { Minor, Sale, Settings } from './records.ts';
import { anyRegister, paymentErrors, put, shiftAt } from './registers.ts';
import {
  planRefund,
  pointsBack,
  pointsOf,
  type RefundPlan,
  refundMethods,
  refundRounding,
  roundingOf,
  worthOfGoods,
} from './rules.ts';
import { book, isHidden } from './sales.ts';

const isRefundable = ({ status }: Sale) => status === 'completed' || status === 'partially_refunded';

const newRefund = fc.record({
  person: anyPerson,
  sale: reference,
  kind: fc.constantFrom('all', 'items', 'items', 'items', 'amount', 'amount', 'both'),
  items: fc.array(fc.record({ line: reference, quantity: fc.integer({ min: 1, max: 4 }) }), {
    minLength: 1,
    maxLength: 3,
  }),
  share: fc.integer({ min: 1, max: 110 }) as fc.Arbitrary<number | Minor>,
  restock: fc.option(fc.boolean()),
  method: fc.option(fc.constantFrom('cash', 'card', 'points'), { freq: 2 }),
  isPreview: rarely,
  register: anyRegister,
});

export const refund = command('refund', newRefund, (model, drawn) => {
  const { settings } = model;
  const { person, kind, restock } = drawn;
  const register = model.registers[drawn.register ?? -1];
  const { id, record } = findSale(model, drawn.sale, isRefundable);
  const items = drawn.items.map(({ line, quantity: units }) => {
    const of = typeof line === 'number' ? record?.lines[line % record.lines.length] : undefined;
    return {
      id: of?.product.id ?? find(model, 'product', { among: [], wanted: line }).id,
      product: of?.product,
      quantity: units,
    };
  });
  const left = record === undefined ? 0n : record.total - record.refunded;
  const amount = typeof drawn.share === 'bigint' ? drawn.share : (left * BigInt(drawn.share)) / 100n;
  if (record !== undefined && (kind === 'amount' || kind === 'both') && amount === 0n) return undefined;
  const known = items.flatMap(({ product, quantity: units }) =>
    product === undefined ? [] : [{ product, quantity: units }],
  );
  const input = {
    ...(kind === 'items' || kind === 'both' ? { items: known } : {}),
    ...(kind === 'amount' || kind === 'both' ? { amount } : {}),
  };
  const plan = record === undefined ? 'INVALID_STATE' : planRefund(record, input);
  const methods = record === undefined ? [] : refundMethods(record);
  const isByPoints = methods.length === 1 && methods[0] === 'points';
  const isOtherMethod =
    settings.original_method &&
    typeof plan !== 'string' &&
    record !== undefined &&
    drawn.method !== null &&
    plan.amount > pointsBack(record, plan.amount).points_amount &&
    !record.payments.some(
      ({ method, amount: paid }) =>
        method === drawn.method && (paid > 0n || (method === 'cash' && roundingOf(record) < 0n)),
    );
  return {
    ...{
      person,
      method: 'post',
      path: `/transactions/${id}/refund${drawn.isPreview ? '/preview' : ''}`,
      status: drawn.isPreview ? 200 : 201,
    },
    ...(drawn.isPreview ? {} : { key: newKey() }),
    body: {
      ...(input.items === undefined
        ? {}
        : { items: items.map((one) => ({ product_id: one.id, quantity: one.quantity })) }),
      ...(input.amount === undefined ? {} : { amount: toWire(amount, settings) }),
      ...(restock === null ? {} : { restock }),
      ...(drawn.method === null ? {} : { payment_method: drawn.method }),
      ...(register === undefined ? {} : { register_id: register.id }),
    },
    errors: [
      isHidden(person, record) && 'NOT_FOUND',
      typeof plan === 'string' && plan,
      input.items !== undefined && items.some(({ product }) => product === undefined) && 'VALIDATION_ERROR',
      drawn.method !== null && (drawn.method === 'points') !== isByPoints && 'VALIDATION_ERROR',
      person === 'cashier' && isOtherMethod && 'FORBIDDEN',
      ...(record === undefined ? [] : paymentErrors(register, { person, branch: record.branch })),
    ],
    acts: record === undefined || typeof plan === 'string' ? [] : [refundAct(settings, record, plan)],
    branch: record?.branch ?? 0,
    // There is no approval for a preview.
    ...(drawn.isPreview ? {} : { pinned: { ...drawn, sale: { id, record }, share: amount } }),
    apply(data) {
      if (record === undefined || typeof plan === 'string') return undefined;
      const back = pointsBack(record, plan.amount);
      const earned = record.customer === null ? 0n : pointsOf(back.money_left, settings);
      const method = drawn.method ?? (methods.includes(data.payment_method) ? data.payment_method : methods[0]);
      const rounding = refundRounding(record, plan, method ?? '', settings);
      const refunded = record.refunded + plan.amount;
      const expected = {
        amount: toWire(plan.amount, settings),
        tax: toWire(plan.tax, settings),
        payment_method: method,
        restock: restock ?? true,
        points_reversed: Number(record.points_earned - earned),
        points_returned: Number(back.points_returned),
        points_amount: toWire(back.points_amount, settings),
        rounding: toWire(rounding, settings),
        transaction_status: plan.status,
        refunded_amount: toWire(refunded, settings),
        remaining_refundable: toWire(record.total - refunded, settings),
        register_id: register?.id ?? null,
        shift_id: shiftAt(register)?.id ?? null,
      };
      if (drawn.isPreview) return expected;
      for (const { line, quantity: units, amount: part, tax } of plan.lines) {
        line.refunded_quantity += units;
        line.refunded_amount += part;
        line.refunded_tax += tax;
      }
      if (restock !== false) {
        const returned = plan.lines.map(({ line, quantity: units }) => ({ product: line.product, quantity: units }));
        book(model, record, returned, { type: 'refund', sign: 1 });
      }
      if (record.customer !== null) {
        record.customer.points += back.points_returned - (record.points_earned - earned);
        record.customer.lifetime -= plan.amount - back.points_amount;
      }
      const shift = shiftAt(register);
      put(shift, method, back.points_amount - plan.amount - rounding);
      put(shift, 'points', -back.points_amount);
      if (shift !== null) shift.refunds += plan.amount;
      const { points_amount } = back;
      const is_restocked = restock !== false;
      record.refunds.push({
        ...plan,
        method,
        rounding,
        points_amount,
        is_restocked,
        register: register ?? null,
        shift,
      });
      Object.assign(record, { refunded, points_earned: earned, status: plan.status });
      return expected;
    },
  };
});

/** All that is refunded of a sale, or what was paid for all returned goods, if that is more. */
function refundAct({ refund_limit: limit }: Settings, sale: Sale, plan: RefundPlan): Act {
  const [money, goods] = [sale.refunded + plan.amount, worthOfGoods(sale, plan)];
  const amount = money > goods ? money : goods;
  return {
    ...{ action: 'refund', amount, isAboveShare: (ppm) => amount * 1_000_000n > sale.total * ppm },
    isRefused: (role) => role === 'cashier' && limit !== null && amount > limit,
  };
}
