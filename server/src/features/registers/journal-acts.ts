import type { Actor } from '../../core/actor.ts';
import type { Timestamp } from '../../core/clock.ts';
import { decimalText } from '../../platform/files/cells.ts';
import { type JournalAct, moneyIn } from '../journal/chain-rules.ts';
import type { MethodAmount, MovementType } from './rules.ts';
import type { Figures } from './shifts/figures-rules.ts';

/** What the journals of registers state about shifts, cash movements and closures. */

interface Context {
  actor: Pick<Actor, 'user_id'> & { merchant: Pick<Actor['merchant'], 'currency'> };
  now: Timestamp;
}

type ActBase = Pick<JournalAct, 'register_id' | 'subject_id' | 'user_id' | 'recorded_at'>;

const actOf = ({ actor, now }: Context, register_id: string, subject_id: string): ActBase => ({
  register_id,
  subject_id,
  user_id: actor.user_id,
  recorded_at: now,
});

interface OpenedShift {
  id: string;
  register_id: string;
  number: number;
  opening_float: bigint;
}

export function shiftOpenedAct(ctx: Context, { id, register_id, number, opening_float }: OpenedShift): JournalAct {
  const { currency } = ctx.actor.merchant;
  const content = { shift_number: number, currency, opening_float: moneyIn(currency)(opening_float) };
  return { ...actOf(ctx, register_id, id), kind: 'shift_opened', content };
}

interface CashMovement {
  id: string;
  register_id: string;
  shift_id: string;
  type: MovementType;
  amount: bigint;
  reason: string;
}

export function movementAct(ctx: Context, movement: CashMovement): JournalAct {
  const { id, register_id, shift_id, type, amount, reason } = movement;
  const { currency } = ctx.actor.merchant;
  const content = { shift_id, type, currency, amount: moneyIn(currency)(amount), reason };
  return { ...actOf(ctx, register_id, id), kind: 'cash_movement', content };
}

/** @param movement with the reason of its void */
export function movementVoidAct(ctx: Context, movement: CashMovement): JournalAct {
  return { ...movementAct(ctx, movement), kind: 'cash_movement_void' };
}

interface ClosedShift {
  id: string;
  register_id: string;
  shift_id: string;
  number: number;
  business_day: string;
  opened_at: Timestamp;
  closed_at: Timestamp;
  figures: Figures;
  expected: readonly MethodAmount[];
  counted: readonly MethodAmount[];
  variance: readonly MethodAmount[];
  lifetime: { sales: bigint; refunds: bigint };
}

export function closureAct(ctx: Context, closure: ClosedShift): JournalAct {
  const { figures, lifetime } = closure;
  const { currency } = ctx.actor.merchant;
  const money = moneyIn(currency);
  const sum = ({ count, amount }: { count: number; amount: bigint }) => ({ count, amount: money(amount) });
  const content = {
    closure_number: closure.number,
    shift_id: closure.shift_id,
    business_day: closure.business_day,
    opened_at: closure.opened_at,
    closed_at: closure.closed_at,
    currency,
    sales: sum(figures.sales),
    refunds: { ...sum(figures.refunds), tax: money(figures.refunds.tax) },
    voids: sum(figures.voids),
    discounts: money(figures.discounts),
    tax_by_rate: figures.tax_by_rate.map(({ rate_ppm, net, tax }) => ({
      rate: decimalText(BigInt(rate_ppm), 4),
      net: money(net),
      tax: money(tax),
    })),
    by_method: figures.by_method.map(({ method, sales, refunds }) => ({
      method,
      sales: money(sales),
      refunds: money(refunds),
    })),
    rounding: money(figures.rounding),
    paid_in: money(figures.paid_in),
    paid_out: money(figures.paid_out),
    no_sales: figures.no_sales,
    expected: amountsIn(currency, closure.expected),
    counted: amountsIn(currency, closure.counted),
    variance: amountsIn(currency, closure.variance),
    lifetime: { sales: money(lifetime.sales), refunds: money(lifetime.refunds) },
  };
  return { ...actOf(ctx, closure.register_id, closure.id), kind: 'closure', content };
}

interface Correction extends MethodAmount {
  id: string;
  kind: string;
  reason: string;
}

export function correctionActs(
  ctx: Context,
  { id: closure_id, register_id, number }: Pick<ClosedShift, 'id' | 'register_id' | 'number'>,
  corrections: readonly Correction[],
): JournalAct[] {
  const { currency } = ctx.actor.merchant;
  return corrections.map(({ id, kind, method, amount, reason }) => {
    const content = {
      closure_id,
      closure_number: number,
      kind,
      method,
      currency,
      amount: moneyIn(currency)(amount),
      reason,
    };
    return { ...actOf(ctx, register_id, id), kind: 'correction', content };
  });
}

const amountsIn = (currency: string, amounts: readonly MethodAmount[]) =>
  amounts.map(({ method, amount }) => ({ method, amount: moneyIn(currency)(amount) }));
