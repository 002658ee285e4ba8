import { type Minor, toMinor } from '@tillhouse/core/money';
import type { Merchant } from '../../core/actor.ts';
import { priceIn } from './goods-rules.ts';
import type { PlannedTender } from './plan-rules.ts';

/** How a planned sale is paid, as a till sends it. */
export interface DemoTender {
  payment_method?: 'card' | 'cash' | 'e_wallet' | 'qris' | 'bank_transfer';
  payments?: { method: 'voucher' | 'cash'; amount: Minor; reference: null }[];
  amount_tendered?: Minor;
}

/** What customers hand over: rounded up to halves of the largest place, as notes are. */
export function handedOver(amount: Minor): Minor {
  const digits = String(amount).length;
  const place = 10n ** BigInt(digits - 1);
  const step = amount >= 5n * place ? 5n * place : digits > 1 ? place / 2n : 1n;
  return ((amount + step - 1n) / step) * step;
}

/** @param subtotal at the catalogue's prices: discounts make the sale cheaper, and nothing makes it dearer unless taxes are added */
export function tenderOf(planned: PlannedTender, subtotal: Minor, merchant: Pick<Merchant, 'currency' | 'tax_mode'>): DemoTender {
  const { currency, tax_mode } = merchant;
  if (planned === 'e_wallet') return { payment_method: currency === 'IDR' ? 'qris' : 'e_wallet' };
  const isCertain = tax_mode !== 'exclusive' && subtotal > 0n;
  if (planned === 'cash') return { payment_method: 'cash', ...(isCertain ? { amount_tendered: handedOver(subtotal) } : {}) };
  if (planned !== 'voucher') return { payment_method: planned };
  const worth = toMinor(priceIn(currency, 5), currency) ?? 0n;
  if (!isCertain || subtotal < 2n * worth) return { payment_method: 'card' };
  return {
    payments: [
      { method: 'voucher', amount: worth, reference: null },
      { method: 'cash', amount: handedOver(subtotal), reference: null },
    ],
  };
}
