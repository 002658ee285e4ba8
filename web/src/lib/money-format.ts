import { currencyDigits } from '@tillhouse/core/money';

/** Formatting is separate from parsing, because every page loads it. */
const formats = new Map<string, Intl.NumberFormat>();

function cached(key: string, make: () => Intl.NumberFormat): Intl.NumberFormat {
  const found = formats.get(key) ?? make();
  formats.set(key, found);
  return found;
}

/** Whether users write as many decimals as the service stores. They do not for rupiah. */
export const hasUsualDigits = (tag: string, currency: string): boolean =>
  cached(
    `${tag} ${currency} usual`,
    () => new Intl.NumberFormat(tag, { style: 'currency', currency }),
  ).resolvedOptions().maximumFractionDigits === currencyDigits(currency);

/** Some languages omit the minor units of some currencies. Show them here if the amount has any. */
const formatOf = (tag: string, currency: string, style: 'currency' | 'decimal') =>
  cached(`${tag} ${currency} ${style}`, () => {
    const digits = currencyDigits(currency);
    return new Intl.NumberFormat(tag, {
      ...(style === 'currency' ? { style, currency } : {}),
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
      ...(hasUsualDigits(tag, currency) ? {} : { trailingZeroDisplay: 'stripIfInteger' }),
    });
  });

/** With the currency sign: `Rp 12.500`. */
export const moneyFormat = (tag: string, currency: string): Intl.NumberFormat => formatOf(tag, currency, 'currency');

/** Without the currency sign, for a field: `12.500`. */
export const amountFormat = (tag: string, currency: string): Intl.NumberFormat => formatOf(tag, currency, 'decimal');
