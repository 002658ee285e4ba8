import type { ResponseData } from '../../session/types.ts';

type Sale = Omit<ResponseData<'getTransaction'>, 'refunds'>;

/** Less than half of the smallest amount that the service stores. */
const rounding = 0.00005;

/** Whether the prices of a sale include tax. Its totals show it, also after a change of the shop's tax mode. */
export const isTaxIncluded = ({ subtotal, discount, total_amount }: Sale): boolean =>
  Math.abs(subtotal - discount - total_amount) < rounding;

interface Address {
  address: string | null;
  phone: string | null;
}

/** The lines below the name of the shop: its branch, with its own address and telephone number or those of the shop. */
export const branchLines = (branch: Address & { name: string }, shop: Address): string[] =>
  [branch.name, branch.address ?? shop.address, branch.phone ?? shop.phone].filter((line) => line !== null);

/** The rates with tax. */
export const taxedRates = ({ tax_by_rate }: Sale): Sale['tax_by_rate'] => tax_by_rate.filter(({ tax }) => tax > 0);

/** The amounts that were handed over: the change was given from the first cash payment. */
export function amountsReceived({ payments, change }: Sale): { id: string; method: string; amount: number }[] {
  const firstCash = payments.find(({ method }) => method === 'cash')?.id;
  return payments.map(({ id, method, amount }) => ({
    id,
    method,
    amount: id === firstCash ? amount + change : amount,
  }));
}
