import { textOf } from '../../../design/forms/form-values.ts';
import { roles, rolesByPermission } from '../../../session/permissions.ts';
import type { Merchant, Role } from '../../../session/types.ts';
import { moneyMethods } from '../../sales/methods.ts';

/** Example of a tax rate in percent: the tax on top of a price, the price with it, and the tax inside of the price. */
export function taxExampleOf(price: number, rate: number): { onTop: number; total: number; inside: number } {
  const onTop = (price * rate) / 100;
  return { onTop, total: price + onTop, inside: price - (price * 100) / (100 + rate) };
}

/** Amount of the example. Large enough to earn points in currencies with a small unit. */
const paidIn = (currency: string) => (currency === 'IDR' ? 100_000 : 100);

/** Example of the points that a purchase earns, and their worth. */
export function pointsExampleOf(
  currency: string,
  { rate, value }: { rate: number; value: number },
): { paid: number; points: number; worth: number } {
  const paid = paidIn(currency);
  const points = Math.floor(paid * rate);
  return { paid, points, worth: points * value };
}

export const paymentMethods = [...moneyMethods, 'points'] as const;

/** The known methods among the chosen ones, in the order of selection. */
export const chosenMethods = (chosen: readonly string[]): (typeof paymentMethods)[number][] =>
  paymentMethods
    .filter((method) => chosen.includes(method))
    .toSorted((one, other) => chosen.indexOf(one) - chosen.indexOf(other));

/** The texts on receipts; null for an empty one. */
export const receiptTextsFrom = ({ address, phone, tax_number, receipt_footer }: Readonly<Record<string, string>>) => ({
  address: textOf(address) ?? null,
  phone: textOf(phone) ?? null,
  tax_number: textOf(tax_number) ?? null,
  receipt_footer: textOf(receipt_footer) ?? null,
});

/** The roles whose checkbox is checked: `factor.owner`. */
export const checkedRoles = (
  prefix: string,
  offered: readonly Role[],
  texts: Readonly<Record<string, string>>,
): Role[] => offered.filter((role) => texts[`${prefix}.${role}`] !== undefined);

/** Roles that may be allowed to change prices: those that sell. One that was allowed before stays in the list. */
export const pricingRoles = ({ price_override_roles }: Pick<Merchant, 'price_override_roles'>): Role[] =>
  roles.filter(
    (role) =>
      (rolesByPermission['sales:write'] as readonly Role[]).includes(role) || price_override_roles.includes(role),
  );
