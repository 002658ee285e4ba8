import type { Code } from './attempt.ts';
import { type Model, toWire } from './model.ts';
import type { Customer, Minor, Payment, Sale, Settings } from './records.ts';
import { byPoints, pointsFor, pointsOf, roundCash } from './rules.ts';

/** Right and wrong payments. The amounts depend on the total. */
export const tenders = [
  ...['cash', 'card', 'qris', 'handed', 'split', 'thirds', 'over', 'points', 'points and cash', 'points and card'],
  ...['short', 'under', 'card over', 'none', 'both'],
] as const;
export type TenderName = (typeof tenders)[number];

interface Tender {
  body: Record<string, unknown>;
  errors: (Code | false)[];
  /** The payments without the change. */
  payments: Payment[];
  change: Minor;
}

interface ToPay {
  total: Minor;
  customer: Customer | null;
  /** A drawn number that decides how the total is divided. */
  part: number;
}

/** @returns undefined if the total is too small for this tender */
export function tenderOf(name: TenderName, { total, customer, part }: ToPay, settings: Settings): Tender | undefined {
  const inCash = (due: Minor) => roundCash(due, settings);
  const some = (total * BigInt(1 + (part % 98))) / 100n;
  const extra = BigInt(1 + part);
  // Exactly the due is read as the rounded due.
  const handedChange = (due: Minor) => (inCash(due) + extra === due ? 0n : extra);
  const tooLittle = (due: Minor) => (inCash(due) < due ? inCash(due) : due) - 1n;
  const by = (...offers: [string, Minor][]) => offers;
  const whole = (method: string, more: object = {}, change = 0n) =>
    settled({ payment_method: method, ...more }, by([method, method === 'cash' ? inCash(total) : total]), change);
  const parts = (offers: [string, Minor][], due = offers, change = 0n) =>
    settled(
      { payments: offers.map(([method, amount]) => ({ method, amount: toWire(amount, settings) })) },
      due.map(([method, amount]) => [method, method === 'cash' ? inCash(amount) : amount]),
      change,
    );
  const wrong = (body: object): Tender => ({
    body: { ...body },
    errors: ['VALIDATION_ERROR'],
    payments: [],
    change: 0n,
  });
  const settled = (body: object, paid: [string, Minor][], change: Minor): Tender => {
    const value = settings.point_value;
    const payments = paid.map(([method, amount]) => ({
      ...{ method, amount },
      points: method === 'points' && value > 0n ? pointsFor(amount, settings) : 0n,
    }));
    const spent = payments.reduce((all, { points }) => all + points, 0n);
    const pays = payments.some(({ method }) => method === 'points');
    const errors = [
      pays && value === 0n && ('INVALID_STATE' as const),
      pays && customer === null && ('VALIDATION_ERROR' as const),
      pays && spent > (customer?.points ?? 0n) && spent > 0n && ('INVALID_STATE' as const),
    ];
    return { body: { ...body }, errors, payments, change };
  };
  if (total < 3n && name !== 'cash' && name !== 'card') return undefined;
  // Nothing is less than no cash.
  if (tooLittle(total) < 0n && name === 'short') return undefined;
  if (tooLittle(total - some) < 0n && name === 'under') return undefined;
  switch (name) {
    case 'cash':
    case 'card':
    case 'qris':
    case 'points':
      return whole(name);
    case 'handed':
      return whole('cash', { amount_tendered: toWire(inCash(total) + extra, settings) }, handedChange(total));
    case 'split':
      return parts(by(['card', some], ['cash', total - some]));
    case 'thirds':
      return parts(by(['card', total / 3n], ['cash', total - 2n * (total / 3n)], ['card', total / 3n]));
    case 'over':
      return parts(
        by(['card', some], ['cash', inCash(total - some) + extra]),
        by(['card', some], ['cash', total - some]),
        handedChange(total - some),
      );
    case 'points and cash':
      return parts(by(['points', some], ['cash', total - some]));
    case 'points and card':
      return parts(by(['card', total - some], ['points', some]));
    case 'short':
      return wrong({ payment_method: 'cash', amount_tendered: toWire(tooLittle(total), settings) });
    case 'under':
      return wrong(parts(by(['card', some], ['cash', tooLittle(total - some)])).body);
    case 'card over':
      return wrong(parts(by(['card', total + extra])).body);
    case 'none':
      return wrong({});
    case 'both':
      return wrong({ payment_method: 'cash', ...parts(by(['cash', total])).body });
  }
}

/** The payment method that a response shows. */
export function methodOf({ payments }: Pick<Sale, 'payments'>): string {
  const methods = new Set(payments.map(({ method }) => method));
  return methods.size === 1 ? ([...methods][0] ?? '') : 'split';
}

/** Pays a sale: books spent and earned points, and the customer's lifetime value. */
export function pay(model: Model, sale: Sale, { payments }: Pick<Tender, 'payments'>): void {
  sale.payments = payments;
  sale.status = 'completed';
  sale.points_redeemed = payments.reduce((all, { points }) => all + points, 0n);
  const money = sale.total - byPoints(sale);
  sale.points_earned = sale.customer === null ? 0n : pointsOf(money, model.settings);
  if (sale.customer === null) return;
  sale.customer.points += sale.points_earned - sale.points_redeemed;
  sale.customer.lifetime += money;
}
