import { currencyDigits } from '@tillhouse/core/money';

/** How amounts are written. Apart from how they are read, because every page loads it. */
const formats = new Map<string, Intl.NumberFormat>();

function kept(key: string, make: () => Intl.NumberFormat): Intl.NumberFormat {
  const found = formats.get(key) ?? make();
  formats.set(key, found);
  return found;
}

/** Whether people write as many decimals as the service keeps: not for rupiah. */
export const hasUsualDigits = (tag: string, currency: string): boolean =>
  kept(`${tag} ${currency} usual`, () => new Intl.NumberFormat(tag, { style: 'currency', currency })).resolvedOptions()
    .maximumFractionDigits === currencyDigits(currency);

/** Some languages leave out the smallest units of some currencies: here not where an amount has any. */
const formatOf = (tag: string, currency: string, style: 'currency' | 'decimal') =>
  kept(`${tag} ${currency} ${style}`, () => {
    const digits = currencyDigits(currency);
    return new Intl.NumberFormat(tag, {
      ...(style === 'currency' ? { style, currency } : {}),
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
      ...(hasUsualDigits(tag, currency) ? {} : { trailingZeroDisplay: 'stripIfInteger' }),
    });
  });

/** With the currency's sign: `Rp 12.500`. */
export const moneyFormat = (tag: string, currency: string): Intl.NumberFormat => formatOf(tag, currency, 'currency');

/** Without it, as a field shows it: `12.500`. */
export const amountFormat = (tag: string, currency: string): Intl.NumberFormat => formatOf(tag, currency, 'decimal');
