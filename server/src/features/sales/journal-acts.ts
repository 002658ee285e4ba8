import type { OperationContext } from '../../core/actor.ts';
import { decimalText } from '../../platform/files/cells.ts';
import { type JournalAct, moneyIn } from '../journal/chain-rules.ts';
import { percentDecimals } from './rules.ts';
import type { Refund, Sale } from './sale.ts';

/**
 * What the journals of registers state about sales. Texts that an erasure of personal data may remove are left out:
 * notes, labels, reasons, payment references and the customer.
 */

type Context = Pick<OperationContext, 'now'> & {
  actor: { user_id: string; merchant: Pick<OperationContext['actor']['merchant'], 'currency'> };
};

/** A paid sale; none if it was not sold at a register. */
export function saleActs({ actor, now }: Context, sale: Sale): JournalAct[] {
  const { currency } = actor.merchant;
  const money = moneyIn(currency);
  return actsOf(sale.register_id, {
    kind: 'sale',
    subject_id: sale.id,
    user_id: sale.cashier_id,
    recorded_at: now,
    content: {
      code: sale.code,
      branch_id: sale.branch_id,
      shift_id: sale.shift_id,
      occurred_at: sale.occurred_at,
      currency,
      tax_mode: sale.tax_mode,
      lines: sale.lines.map((line) => ({
        line_no: line.line_no,
        product_id: line.product_id,
        sku: line.sku,
        name: line.name,
        quantity: line.quantity,
        price: money(line.price),
        discount: money(line.line_discount + line.sale_discount),
        tax_rate: percentOf(line.tax_rate_ppm),
        tax: money(line.tax),
        total: money(line.total),
      })),
      subtotal: money(sale.subtotal),
      discount: money(sale.discount),
      tax: money(sale.tax),
      total: money(sale.total),
      payments: sale.payments.map(({ method, amount }) => ({ method, amount: money(amount) })),
      rounding: money(sale.rounding),
      change: money(sale.change),
    },
  });
}

/** A refund; none if no register paid it. */
export function refundActs({ actor, now }: Context, sale: Sale, refund: Refund & { id: string }): JournalAct[] {
  const { currency } = actor.merchant;
  const money = moneyIn(currency);
  return actsOf(refund.register_id, {
    kind: 'refund',
    subject_id: refund.id,
    user_id: actor.user_id,
    recorded_at: now,
    content: {
      sale_id: sale.id,
      sale_code: sale.code,
      shift_id: refund.shift_id,
      currency,
      amount: money(refund.amount),
      tax: money(refund.tax),
      payment_method: refund.payment_method,
      points_amount: money(refund.points_amount),
      rounding: money(refund.rounding),
      lines: refund.lines.map((line) => ({
        sale_line_no: line.sale_line_no,
        name: line.name,
        quantity: line.quantity,
        amount: money(line.amount),
        tax: money(line.tax),
      })),
    },
  });
}

/**
 * The void of a paid sale, in the journal of the register that pays it back; without one, in that of the register that
 * sold.
 */
export function voidActs({ actor, now }: Context, sale: Sale): JournalAct[] {
  const { currency } = actor.merchant;
  const money = moneyIn(currency);
  return actsOf(sale.void_register_id ?? sale.register_id, {
    kind: 'void',
    subject_id: sale.id,
    user_id: actor.user_id,
    recorded_at: now,
    content: {
      sale_code: sale.code,
      shift_id: sale.void_shift_id,
      currency,
      total: money(sale.total),
      tax: money(sale.tax),
      payments: sale.payments.map(({ method, amount }) => ({ method, amount: money(amount) })),
    },
  });
}

const actsOf = (register_id: string | null, act: Omit<JournalAct, 'register_id'>): JournalAct[] =>
  register_id === null ? [] : [{ ...act, register_id }];

const percentOf = (ppm: number): string => decimalText(BigInt(ppm), percentDecimals);
